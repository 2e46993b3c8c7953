import type { FastifyReply, FastifyRequest } from 'fastify'
import { offerVisit } from '../../../auth/site-visits.ts'
import { ApiError } from '../../../common/errors.ts'
import { findSite } from '../../../publishing/addresses.ts'
import { type Stage, textOf, visitorOf } from './stage.ts'

/**
 * Sends a person who reads a site on another host back there, signed in. It says nothing about the site: that
 * decides by itself whom it lets in.
 */
export async function sendToSite(stage: Stage, request: FastifyRequest, reply: FastifyReply) {
  const { caller, moment } = await visitorOf(stage, request, reply)
  const { to, state } = await requireWish(stage, request.query as Record<string, unknown>)
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  if (!caller?.sessionId) {
    const login = new URL(stage.addresses.login())
    const { pathname } = new URL(stage.addresses.location('/login/site'))
    login.searchParams.set('next', `${pathname}?${new URLSearchParams({ to: to.href, state })}`)
    return reply.redirect(login.href, 303)
  }
  const stateHash = Buffer.from(state, 'base64url')
  const offer = { sessionId: caller.sessionId, host: to.host, stateHash, now: moment.now }
  to.searchParams.set('visit_code', await offerVisit(stage.db, offer))
  return reply.redirect(to.href, 303)
}

/** Codes are sent only to hosts on which this server publishes sites. */
async function requireWish(stage: Stage, given: Readonly<Record<string, unknown>>) {
  const to = URL.parse(textOf(given.to) ?? '')
  const state = textOf(given.state) ?? ''
  const isPlain = to?.protocol === new URL(stage.addresses.sites).protocol && to.username === ''
  const isWhole = isPlain && to.password === '' && /^[\w-]{43}$/.test(state)
  if (
    to &&
    isWhole &&
    (stage.addresses.isSitesHost(to.hostname) || (await findSite(stage, to)) !== undefined)
  )
    return { to, state }
  throw new ApiError(
    'invalid_request',
    'This link is incomplete. Open the site again, and sign in from there.',
  )
}
