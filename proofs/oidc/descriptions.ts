import type { ServerResponse } from 'node:http'
import type { Flow } from './flows.ts'
import { beginLogin, beside, comeBack, type Outcome, outcomeOf, type Stage, start } from './stage.ts'

/** What an evil provider says about itself, or how it says it. Each has a path of its own at the provider. */
export const descriptions: Readonly<Record<string, Flow>> = {
  'a description of another issuer': describing(({ issuer }) => ({ issuer: `${issuer}.evil.example` })),
  'a description without an issuer': describing(() => ({ issuer: undefined })),
  'no token endpoint': describing(() => ({ token_endpoint: undefined })),
  'no keys': describing(() => ({ jwks_uri: undefined })),
  'an authorization endpoint that is a script': describing(() => ({
    authorization_endpoint: 'javascript:alert(document.cookie)',
  })),
  'a token endpoint in a file': describing(() => ({ token_endpoint: 'file:///etc/passwd' })),
  'only alg none': describing(() => ({ id_token_signing_alg_values_supported: ['none'] })),
  'only algorithms with a secret': describing(() => ({
    id_token_signing_alg_values_supported: ['HS256', 'HS512'],
  })),
  'no way to use a client secret': describing(() => ({
    token_endpoint_auth_methods_supported: ['private_key_jwt'],
  })),
  'a description of ten megabytes': respondWith((send) => send(200, 'x'.repeat(10_000_000))),
  'a description that never begins': respondWith(() => {}),
  'a description that never ends': respondWith((_send, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const drip = setInterval(() => response.write(' '.repeat(100_000)), 5)
    response.on('close', () => clearInterval(drip))
  }),
  'a description that redirects to the good provider': respondWith((_send, response, stage) => {
    const location = `${stage.idp.issuer}/.well-known/openid-configuration`
    response.writeHead(302, { location }).end()
  }),
  'a description that redirects to a private address': respondWith((_send, response, stage) => {
    response.writeHead(302, { location: stage.trap.url }).end()
  }),
  'a description that is HTML': respondWith((send) => send(200, '<html></html>', 'text/html')),
  'a description that is no object': respondWith((send) => send(200, '[]')),
  'a description with an error status': respondWith((send) => send(500, '{}')),
  'a connection that is cut': respondWith((_send, response) => response.destroy()),
  'an issuer at a private address': (stage) => atIssuer(stage, stage.trap.url),
  'an issuer at the metadata address of clouds': (stage) => atIssuer(stage, 'http://169.254.169.254/latest'),
  'an issuer at our own database': (stage) => atIssuer(stage, 'http://127.0.0.1:5432'),
  'an issuer at a name of this machine': (stage) => atIssuer(stage, 'http://localhost:3000'),
  'a token endpoint at a private address': endingAt('token_endpoint'),
  'keys at a private address': endingAt('jwks_uri'),
  'user info at a private address': endingAt('userinfo_endpoint'),
}

type Metadata = Readonly<Record<string, unknown>>
type Send = (status: number, body: string, type?: string) => void
type Respond = (send: Send, response: ServerResponse, here: Stage & { readonly issuer: string }) => void

/** A login at a provider that describes itself differently. */
function describing(change: (metadata: Metadata) => Metadata): Flow {
  return (stage) => atIssuer(stage, describedAt(stage, change))
}

/** A login at a provider that answers in another way than with its description. */
function respondWith(respond: Respond): Flow {
  return (stage) => atIssuer(stage, newIssuer(stage, respond))
}

/** The login begins; the provider then wants us to call a private address. */
function endingAt(endpoint: string): Flow {
  return async (stage) => {
    const issuer = describedAt(stage, () => ({ [endpoint]: stage.trap.url }))
    const begun = await beginLogin(stage, await beside(stage.server, stage.company, issuer))
    const said = { claims: { iss: issuer, sub: 'mallory' }, query: { iss: issuer } }
    return comeBack(stage, begun, stage.evil.authorize(begun.location, said))
  }
}

function describedAt(stage: Stage, change: (metadata: Metadata) => Metadata): string {
  return newIssuer(stage, (send, _response, { evil, issuer }) => {
    const metadata = { ...evil.metadata(), issuer }
    send(200, JSON.stringify({ ...metadata, ...change(metadata) }))
  })
}

/** Each has its own path, because a server reads a description once a minute. */
function newIssuer(stage: Stage, respond: Respond): string {
  const path = `/${++issuers}`
  const issuer = `${stage.evil.issuer}${path}`
  stage.evil.changes[`${path}/.well-known/openid-configuration`] = (_request, response) => {
    const send: Send = (status, body, type = 'application/json') =>
      response.writeHead(status, { 'content-type': type }).end(body)
    respond(send, response, { ...stage, issuer })
  }
  return issuer
}

let issuers = 0

async function atIssuer(stage: Stage, issuer: string): Promise<Outcome> {
  const { browser, answer } = await start(stage, await beside(stage.server, stage.company, issuer))
  return outcomeOf(browser, answer)
}
