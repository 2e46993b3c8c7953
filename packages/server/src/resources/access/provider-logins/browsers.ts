import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { authenticate } from '../../../auth/access.ts'
import { cookie, cookieIn, cookieName, type SessionSettings } from '../../../auth/session-settings.ts'
import { type NewSecret, startSession } from '../../../auth/sessions.ts'
import { ApiError } from '../../../common/errors.ts'
import { reading } from '../../../db/transaction.ts'
import { emit, type Scene } from '../../../events/emit.ts'
import type { Core } from '../../../http/route.ts'
import { credentialsOf } from '../../../http/visitor.ts'
import { endFormer, type Former } from '../sessions/store.ts'
import { requestMs } from './rules.ts'

/** 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The secret of the browser, from its cookie. Two logins in two tabs of one browser share it. */
export function browserOf(request: FastifyRequest, cookieFor: string, { secure }: Settings) {
  const kept = cookieIn(request.headers.cookie, cookieName(cookieFor, secure))
  return kept !== undefined && /^[\w-]{43}$/.test(kept) ? kept : undefined
}

type Settings = Pick<SessionSettings, 'secure'>

/** Redirects the browser to the identity provider, with a cookie by which it is recognized afterwards. */
export function sendToProvider(reply: FastifyReply, { cookieFor, browser, address, now, secure }: Sent) {
  const [name, expires] = [cookieName(cookieFor, secure), new Date(Date.parse(now) + requestMs)]
  return reply.header('set-cookie', cookie({ name, value: browser, expires, secure })).redirect(address, 302)
}

interface Sent {
  readonly cookieFor: string
  readonly browser: string
  readonly address: string
  readonly now: string
  readonly secure: boolean
}

/** A parameter that must be there at most once. */
export function textIn(query: unknown, name: string): string | undefined {
  const value = (query as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' ? value : undefined
}

/** The browser's current session, of whichever user. A form on another site can't lead here. */
export async function formerOf(core: Core, now: string, request: FastifyRequest) {
  const { cookie } = credentialsOf(request, core)
  if (cookie === undefined) return undefined
  const lookup = { path: '/', params: {}, now }
  const found = await reading(() =>
    authenticate(core, { authorization: undefined, cookie }, lookup).catch((error: unknown) => {
      if (error instanceof ApiError) return undefined
      throw error
    }),
  )
  const { userId, sessionId } = found?.caller ?? {}
  return userId && sessionId ? { userId, sessionId } : undefined
}

/** Starts the session of a person whom a provider of the organization has vouched for. */
export async function startProviderSession(
  scene: Scene,
  { sessions }: Pick<Core, 'sessions'>,
  { userId, userAgent, former }: Begun,
): Promise<NewSecret> {
  const { db, now, home } = scene
  if (former) await endFormer(scene, former)
  const session = await startSession({ db, now, sessions }, { userId, ssoOrganizationId: home, userAgent })
  const { sessionId } = session
  await emit(scene, { type: 'user.signed_in', userId, sessionId, by: 'single sign-on' })
  return session
}

interface Begun {
  readonly userId: string
  readonly userAgent: string | undefined
  /** The session that the browser had before. */
  readonly former: Former | undefined
}
