import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sessionCookie } from '../../../auth/session-settings.ts'
import { found } from '../../../common/errors.ts'
import { countStranger } from '../../../http/allowance.ts'
import type { Core } from '../../../http/route.ts'
import { discoverWith } from '../../../oidc/discovery.ts'
import type { Key } from '../oidc-providers/store.ts'
import { browserOf, formerOf, sendToProvider, textIn } from '../provider-logins/index.ts'
import { type At, begin, finish } from './login.ts'

/**
 * Routes for browsers, outside the API. A login begins at `start`; the provider sends the browser back to
 * `callback`, with the browser's own cookies. Each provider has its own callback, so that one provider can't
 * give an answer in the place of another.
 */
export function mountOIDCLogins(app: FastifyInstance, core: Core) {
  const discover = discoverWith(core.outside, core.sessions)
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      countStranger(core, request, reply)
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    })
    const route = (name: string, handle: Handle) =>
      scope.get<{ Params: Key }>(
        `/oidc/:organizationId/:oidcProviderId/${name}`,
        { exposeHeadRoute: false },
        (request, reply) => handle({ core, discover, ...momentOf(core, request) }, request, reply),
      )
    route('start', startLogin)
    route('callback', finishLogin)
  })
}

type Handle = (at: At, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

function momentOf({ clock }: Core, { id: requestId, params }: FastifyRequest) {
  const { organizationId, oidcProviderId } = params as Key
  const isKey = /^[\w-]{1,64}$/.test(organizationId) && /^[\w-]{1,64}$/.test(oidcProviderId)
  const key = found(isKey ? { organizationId, oidcProviderId } : undefined, 'OpenID Connect provider')
  return { requestId, key, now: clock().toISOString() }
}

const cookieFor = 'stemma_oidc'

async function startLogin(at: At, request: FastifyRequest, reply: FastifyReply) {
  const { secure } = at.core.sessions
  const next = textIn(request.query, 'next')
  const begun = await begin(at, { next, browser: browserOf(request, cookieFor, { secure }) })
  return sendToProvider(reply, { ...begun, cookieFor, now: at.now, secure })
}

async function finishLogin(at: At, request: FastifyRequest, reply: FastifyReply) {
  const { sessions } = at.core
  const { nextUrl, session } = await finish(at, {
    query: new URL(request.url, 'http://callback').search,
    state: textIn(request.query, 'state') ?? '',
    browser: browserOf(request, cookieFor, sessions),
    userAgent: request.headers['user-agent'],
    former: await formerOf(at.core, at.now, request),
  })
  return reply.header('set-cookie', sessionCookie(sessions, session)).redirect(nextUrl, 303)
}
