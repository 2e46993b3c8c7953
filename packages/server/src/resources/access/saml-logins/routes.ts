import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sessionCookie } from '../../../auth/session-settings.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { countStranger } from '../../../http/allowance.ts'
import type { Core } from '../../../http/route.ts'
import { browserOf, formerOf, sendToProvider, textIn } from '../provider-logins/index.ts'
import type { Key } from '../saml-providers/store.ts'
import { type At, begin, finish, metadataAt, receive } from './login.ts'

/**
 * Routes for browsers and identity providers, outside the API. A login begins at `start`, is answered at
 * `acs` and ends at `finish`. The answer is posted from another site, so it arrives without cookies. It is
 * stored until the browser itself requests `finish` and proves with its cookie that it began the login.
 */
export function mountSAMLLogins(app: FastifyInstance, core: Core) {
  app.register(async (scope) => {
    const form = { parseAs: 'string', bodyLimit: formBytesMax } as const
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/x-www-form-urlencoded', form, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    scope.addContentTypeParser('*', form, (_request, _body, done) => done(null, undefined))
    scope.addHook('onRequest', async (request, reply) => {
      countStranger(core, request, reply)
      reply.header('cache-control', 'no-store')
    })
    const route = (method: 'GET' | 'POST', name: string, handle: Handle) =>
      scope.route<{ Params: Key }>({
        method,
        url: `/saml/:organizationId/:samlProviderId/${name}`,
        exposeHeadRoute: false,
        handler: (request, reply) => handle(atOf(core, request), request, reply),
      })
    route('GET', 'metadata', showMetadata)
    route('GET', 'start', startLogin)
    route('POST', 'acs', receiveAnswer)
    route('GET', 'finish', finishLogin)
  })
}

/** Ample: an answer with a long list of groups is about 10 KB. */
const formBytesMax = 256 * 1024

type Handle = (at: At, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

function atOf(core: Core, { id: requestId, params }: FastifyRequest): At {
  const key = params as Key
  const isKey = [key.organizationId, key.samlProviderId].every((id) => /^[\w-]{1,64}$/.test(id))
  return {
    core,
    requestId,
    now: core.clock().toISOString(),
    key: found(isKey ? key : undefined, 'SAML provider'),
  }
}

async function showMetadata(at: At, _request: FastifyRequest, reply: FastifyReply) {
  return reply.type('application/samlmetadata+xml').send(await metadataAt(at))
}

const cookieFor = 'stemma_saml'

async function startLogin(at: At, request: FastifyRequest, reply: FastifyReply) {
  const { secure } = at.core.sessions
  const kept = browserOf(request, cookieFor, { secure })
  const begun = await begin(at, { next: textIn(request.query, 'next'), browser: kept })
  return sendToProvider(reply, { ...begun, cookieFor, now: at.now, secure })
}

async function receiveAnswer(at: At, { body }: FastifyRequest, reply: FastifyReply) {
  const form = body instanceof URLSearchParams ? body : new URLSearchParams()
  const [encoded, ...others] = form.getAll('SAMLResponse')
  const [relayState = '', ...relayed] = form.getAll('RelayState')
  if (encoded === undefined || others.length > 0 || relayed.length > 0) {
    throw new ApiError(
      'invalid_request',
      'The form must contain one SAMLResponse and its RelayState. Sign in again.',
    )
  }
  const code = await receive(at, { encoded, relayState })
  return reply.redirect(`finish?code=${code}`, 303)
}

async function finishLogin(at: At, request: FastifyRequest, reply: FastifyReply) {
  const { sessions } = at.core
  const { nextUrl, session } = await finish(at, {
    code: textIn(request.query, 'code') ?? '',
    browser: browserOf(request, cookieFor, sessions),
    userAgent: request.headers['user-agent'],
    former: await formerOf(at.core, at.now, request),
  })
  return reply.header('set-cookie', sessionCookie(sessions, session)).redirect(nextUrl, 303)
}
