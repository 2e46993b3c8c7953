import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { authenticate } from '../../../auth/access.ts'
import { secretHash } from '../../../auth/secrets.ts'
import { cookie, cookieIn } from '../../../auth/session-settings.ts'
import { beginVisit, endVisit, visitorBy } from '../../../auth/site-visits.ts'
import { type Found, levelOn, standingIn } from '../../../auth/standing.ts'
import { ApiError } from '../../../common/errors.ts'
import type { Core } from '../../../http/route.ts'
import { credentialsOf } from '../../../http/visitor.ts'
import { cookieNamesFor } from './cookies.ts'

/** What a URL of a site says about signing in. All pages in front of sites lead to the first one. */
export function signInStepOf({ searchParams }: URL): 'begin' | 'return' | undefined {
  if (searchParams.has('sign-in')) return 'begin'
  return searchParams.has('visit_code') ? 'return' : undefined
}

interface Asked {
  readonly core: Core
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** As the visitor sees it. */
  readonly url: URL
}

/**
 * Sends a visitor to the sign-in page, from which they return here. On another host they bring a code, which
 * counts only in this browser: a link with somebody else's code signs nobody in.
 */
export function beginSignIn({ core, reply, url }: Asked) {
  const back = without(url, 'sign-in')
  const login = new URL(core.addresses.login())
  reply.header('cache-control', 'no-store')
  if (url.host === login.host) {
    login.searchParams.set('next', `${back.pathname}${back.search}`)
    return reply.redirect(login.href, 303)
  }
  const state = randomBytes(32).toString('base64url')
  const known = secretHash(state).toString('base64url')
  const target = new URL(core.addresses.location('/login/site'))
  target.search = new URLSearchParams({ to: back.href, state: known }).toString()
  const expires = new Date(core.clock().getTime() + signInMs)
  return reply
    .header(
      'set-cookie',
      cookie({ name: cookieNamesFor(url).signIn, value: state, expires, secure: isSecure(url) }),
    )
    .redirect(target.href, 303)
}

const signInMs = 15 * 60_000

/** A visitor who signed in gets a secret for this host. A code that doesn't count changes nothing. */
export async function returnSignedIn({ core, request, reply, url }: Asked, path: string) {
  const { signIn, visit } = cookieNamesFor(url)
  const secure = isSecure(url)
  const code = url.searchParams.get('visit_code') ?? ''
  const known = cookieIn(request.headers.cookie, signIn) ?? ''
  const moment = { ...core, now: core.clock().toISOString() }
  const begun = known === '' ? undefined : await beginVisit(moment, { code, host: url.host, state: known })
  const back = without(url, 'visit_code')
  const cookies = begun
    ? [
        cookie({ name: visit, path, value: begun.secret, expires: new Date(begun.expiresAt), secure }),
        cookie({ name: signIn, value: '', expires: new Date(0), secure }),
      ]
    : []
  return reply
    .headers({ 'set-cookie': cookies, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .redirect(`${back.pathname}${back.search}`, 303)
}

function isSecure({ protocol }: URL): boolean {
  return protocol === 'https:'
}

function without(url: URL, name: string): URL {
  const target = new URL(url)
  target.searchParams.delete(name)
  return target
}

function visitSecretIn({ request, url }: Pick<Asked, 'request' | 'url'>): string | undefined {
  return cookieIn(request.headers.cookie, cookieNamesFor(url).visit)
}

/** Whether the browser brings a session or a visit, which may have ended. */
export function bringsSignIn(asked: Omit<Asked, 'reply'>): boolean {
  return (credentialsOf(asked.request, asked.core).cookie ?? visitSecretIn(asked)) !== undefined
}

/** Ends the visit of a browser on this host. The session goes on. */
export async function forgetVisit(asked: Omit<Asked, 'reply'>) {
  const secret = visitSecretIn(asked)
  if (secret !== undefined) await endVisit(asked.core.db, secret)
}

/**
 * The person who is signed in, with their standing in an organization or to one of its spaces: by the session
 * on the host of the application, or by a visit on any other.
 */
export async function findSignedIn(
  asked: Omit<Asked, 'reply'>,
  { organizationId, spaceId }: { readonly organizationId: string; readonly spaceId?: string },
): Promise<Found | undefined> {
  const { core, request, url } = asked
  const now = core.clock().toISOString()
  const { cookie: session } = credentialsOf(request, core)
  if (session !== undefined) {
    const path = spaceId === undefined ? '/v1/orgs/{organizationId}' : '/v1/spaces/{spaceId}'
    const params = spaceId === undefined ? { organizationId } : { spaceId }
    const lookup = { path, params, now, deleted: false }
    return authenticate(core, { authorization: undefined, cookie: session }, lookup).catch(refused)
  }
  const secret = visitSecretIn(asked)
  const caller = secret && (await visitorBy({ ...core, now }, secret, url.host))
  if (!caller) return undefined
  const { db } = core
  const organization = await standingIn(db, caller, organizationId)
  const space = spaceId && (await levelOn(db, caller, { space: spaceId, organizationId }))
  return { caller, home: organizationId, standing: { organization, ...(space && { space }) } }
}

/** A session that has ended. What else fails says nothing about the person. */
function refused(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error
  return undefined
}
