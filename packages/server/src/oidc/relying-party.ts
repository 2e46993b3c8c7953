import * as client from 'openid-client'
import type { Outside } from '../outside/guarded-fetch.ts'
import { guardedRequests, timeoutMs } from './guarded-requests.ts'
import { misconfigured, refusal, refusalOf } from './refusal.ts'

/** This server as a client of one provider. */
export interface RelyingParty {
  readonly outside: Outside
  /** What the provider says about itself. */
  readonly metadata: client.ServerMetadata
  readonly clientID: string
  readonly clientSecret: string
  readonly redirectURL: string
  /** Whether plain http is rejected. */
  readonly secure: boolean
}

/** The secrets of one login. */
export interface Login {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** The URL at which the provider signs the person in. */
export async function authorizationAddress(party: RelyingParty, login: Login, asksGroups: boolean) {
  const scopes = ['openid', 'email', 'profile']
  // A provider rejects scopes that it doesn't know.
  if (asksGroups && party.metadata.scopes_supported?.includes('groups')) scopes.push('groups')
  return client.buildAuthorizationUrl(configurationOf(party), {
    redirect_uri: party.redirectURL,
    scope: scopes.join(' '),
    state: login.state,
    nonce: login.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(login.verifier),
    code_challenge_method: 'S256',
  }).href
}

/** What a provider says about a person: verified claims. */
export type Claims = Readonly<Record<string, unknown>>

/** Exchanges the code in the callback's query for claims. The user info fills gaps of the ID token. */
export async function claimsFrom(party: RelyingParty, query: string, login: Login) {
  try {
    const config = configurationOf(party)
    const tokens = await client.authorizationCodeGrant(config, new URL(`${party.redirectURL}${query}`), {
      expectedState: login.state,
      expectedNonce: login.nonce,
      pkceCodeVerifier: login.verifier,
      idTokenExpected: true,
    })
    const claims = requireClaims(tokens.claims(), party)
    if (isComplete(claims) || party.metadata.userinfo_endpoint === undefined)
      return { claims, subject: claims.sub }
    const more: Claims = await client.fetchUserInfo(config, tokens.access_token, claims.sub)
    return { claims, more, subject: claims.sub }
  } catch (error) {
    throw refusalOf(error)
  }
}

/** Checks what openid-client leaves open. */
function requireClaims(claims: client.IDToken | undefined, { clientID }: RelyingParty): client.IDToken {
  if (claims === undefined) throw refusal('contains no ID token')
  if (claims.azp !== undefined && claims.azp !== clientID) throw refusal('is meant for another application')
  if (claims.iat > Date.now() / 1000 + clockToleranceSeconds) throw refusal('was issued in the future')
  if (claims.sub.length === 0 || claims.sub.length > 255) throw refusal('has no usable `sub`')
  return claims
}

const clockToleranceSeconds = 60

function isComplete({ email, email_verified }: Claims): boolean {
  return email !== undefined && email_verified !== undefined
}

/** A new one for each login: it reads the provider's keys anew. */
function configurationOf(party: RelyingParty): client.Configuration {
  const { metadata, clientID, clientSecret, outside, secure } = party
  const settings = { client_secret: clientSecret, [client.clockTolerance]: clockToleranceSeconds }
  const config = new client.Configuration(metadata, clientID, settings, authenticationOf(party))
  config[client.customFetch] = guardedRequests(outside)
  config.timeout = timeoutMs / 1000
  // Without it, the signature of an ID token from the token endpoint is not verified.
  client.enableNonRepudiationChecks(config)
  if (!secure) client.allowInsecureRequests(config)
  return config
}

/** In the body if the provider says that it can: it needs no encoding there that providers disagree on. */
function authenticationOf({ metadata, clientSecret }: RelyingParty): client.ClientAuth {
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  if (methods.includes('client_secret_post')) return client.ClientSecretPost(clientSecret)
  if (methods.includes('client_secret_basic')) return client.ClientSecretBasic(clientSecret)
  throw misconfigured('accepts no client secret')
}
