import {
  createHash,
  createHmac,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * An OpenID Connect provider whose every word a test can change. Unlike a real one, it says what it is told:
 * about any person, with any key, to anybody.
 */
export async function startOpenIDProvider() {
  const logins = new Map<string, Issued>()
  const keys = [newSigningKey()]
  const changes: Changes = {}
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://provider')
    asked.push(pathname)
    const change = changes[pathname]
    if (change !== undefined) return change(request, response)
    if (pathname === '/.well-known/openid-configuration') return sendJson(response, metadataOf(issuer))
    if (pathname === '/jwks') return sendJson(response, { keys: keys.map(({ jwk }) => jwk) })
    if (pathname === '/token') return answerToken(request, response, logins)
    if (pathname === '/userinfo') return sendJson(response, userInfoOf(request, logins))
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = `http://${host}`
  return {
    issuer,
    host,
    keys,
    /** Replaces what the provider answers at a path. */
    changes,
    /** The paths that were requested. */
    asked,
    metadata: () => metadataOf(issuer),
    /** Signs a person in, and returns the query with which it sends the browser back. */
    authorize(location: string, said: Said = {}): URLSearchParams {
      const { searchParams } = new URL(location)
      const code = randomBytes(16).toString('hex')
      const [key] = keys
      if (key === undefined) throw new Error('The provider has no key.')
      const now = Math.floor(Date.now() / 1000)
      const claims = {
        iss: issuer,
        aud: searchParams.get('client_id'),
        sub: said.email ?? 'mallory',
        nonce: searchParams.get('nonce'),
        iat: now,
        exp: now + 300,
        ...(said.email !== undefined && { email: said.email, email_verified: true, name: 'Ada Lovelace' }),
        ...said.claims,
      }
      const idToken = (said.sign ?? ((told) => signed(told, key)))(claims, key)
      logins.set(code, { searchParams, idToken, said, claims })
      const state = searchParams.get('state') ?? ''
      return new URLSearchParams({ code, state, iss: issuer, ...said.query })
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()),
  }
}

export type OpenIDProvider = Awaited<ReturnType<typeof startOpenIDProvider>>
export type Changes = Record<string, (request: IncomingMessage, response: ServerResponse) => void>
export type TokenClaims = Readonly<Record<string, unknown>>

/** What the provider says about a login. */
export interface Said {
  readonly email?: string
  readonly claims?: TokenClaims
  readonly userInfo?: TokenClaims
  readonly sign?: (claims: TokenClaims, key: SigningKey) => string
  /** Fields of the token response. */
  readonly tokens?: Readonly<Record<string, unknown>>
  /** Parameters of the callback. */
  readonly query?: Readonly<Record<string, string>>
}

interface Issued {
  readonly searchParams: URLSearchParams
  readonly idToken: string
  readonly said: Said
  readonly claims: TokenClaims
}

export interface SigningKey {
  readonly kid: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly jwk: JsonWebKey
}

export function newSigningKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const kid = randomBytes(8).toString('hex')
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }
  return { kid, privateKey, publicKey, jwk }
}

export function signed(claims: TokenClaims, key: SigningKey, header: object = {}): string {
  const input = jwtInput({ alg: 'RS256', kid: key.kid, ...header }, claims)
  return `${input}.${sign('sha256', Buffer.from(input), key.privateKey).toString('base64url')}`
}

/** Signed with a shared secret, as if it were one. */
export function signedWithSecret(claims: TokenClaims, secret: string, header: object = {}): string {
  const input = jwtInput({ alg: 'HS256', ...header }, claims)
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}

export function jwtInput(header: object, claims: TokenClaims): string {
  return [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
}

/** The client that a provider knows. */
export const openIDClient = { clientID: 'stemma', clientSecret: 'client-secret-of-stemma' } as const

function metadataOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/userinfo`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
}

export function sendJson(response: ServerResponse, body: unknown, status = 200) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** As a real one, it gives tokens once, to its client, and to whom has the verifier. */
async function answerToken(request: IncomingMessage, response: ServerResponse, logins: Map<string, Issued>) {
  const form = new URLSearchParams(await text(request))
  const code = form.get('code') ?? ''
  const issued = logins.get(code)
  logins.delete(code)
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  if (form.get('client_secret') !== openIDClient.clientSecret) {
    return sendJson(response, { error: 'invalid_client' }, 401)
  }
  const isRight =
    issued?.searchParams.get('code_challenge') === challenge &&
    issued.searchParams.get('redirect_uri') === form.get('redirect_uri')
  if (issued === undefined || !isRight) return sendJson(response, { error: 'invalid_grant' }, 400)
  logins.set(`access ${code}`, issued)
  const tokens = { access_token: code, token_type: 'Bearer', expires_in: 300, id_token: issued.idToken }
  sendJson(response, { ...tokens, ...issued.said.tokens })
}

function userInfoOf({ headers }: IncomingMessage, logins: ReadonlyMap<string, Issued>) {
  const issued = logins.get(`access ${headers.authorization?.replace('Bearer ', '')}`)
  return { sub: issued?.claims.sub, ...issued?.said.userInfo }
}
