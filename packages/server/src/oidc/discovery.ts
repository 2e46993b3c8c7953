import * as client from 'openid-client'
import type { Outside } from '../outside/guarded-fetch.ts'
import { guardedRequests, timeoutMs } from './guarded-requests.ts'
import { misconfigured, refusalOf } from './refusal.ts'

/** Reads what a provider says about itself. */
export type Discover = (issuer: string) => Promise<client.ServerMetadata>

/**
 * Strangers can start logins, so a provider is asked at most once a minute by each process, whoever starts
 * how many. Its keys are not kept: every login reads them anew, so a key that was withdrawn counts no more.
 */
export function discoverWith(outside: Outside, { secure }: { readonly secure: boolean }): Discover {
  const known = new Map<
    string,
    { readonly metadata: Promise<client.ServerMetadata>; readonly until: number }
  >()
  return (issuer) => {
    const before = known.get(issuer)
    if (before !== undefined && before.until > performance.now()) return before.metadata
    const metadata = discover(outside, issuer, secure)
    if (known.size >= knownMax) known.delete(known.keys().next().value ?? '')
    known.delete(issuer)
    known.set(issuer, { metadata, until: performance.now() + keptMs })
    metadata.catch(() => known.delete(issuer))
    return metadata
  }
}

const [knownMax, keptMs] = [500, 60_000]

async function discover(outside: Outside, issuer: string, secure: boolean) {
  try {
    const url = new URL(issuer)
    const config = await client.discovery(url, 'unused', undefined, client.None(), {
      [client.customFetch]: guardedRequests(outside),
      timeout: timeoutMs / 1000,
      ...(!secure && { execute: [client.allowInsecureRequests] }),
    })
    const { supportsPKCE: _, ...metadata } = config.serverMetadata()
    return requireUsable(metadata, url, secure)
  } catch (error) {
    throw refusalOf(error, (why) => misconfigured(`has a description that ${why}`))
  }
}

/** Rejects a provider that can't be used safely, before any browser is sent there. */
function requireUsable(metadata: client.ServerMetadata, issuer: URL, secure: boolean): client.ServerMetadata {
  // openid-client makes exceptions for some hosts.
  if (URL.parse(metadata.issuer)?.href !== issuer.href) throw misconfigured('names another issuer')
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    if (!isWebUrl(metadata[name], secure)) throw misconfigured(`has no usable \`${name}\``)
  }
  const algorithms = metadata.id_token_signing_alg_values_supported ?? ['RS256']
  const usable = algorithms.filter((one) => asymmetric.includes(one))
  if (usable.length === 0) throw misconfigured('signs ID tokens only with algorithms that are not supported')
  return { ...metadata, id_token_signing_alg_values_supported: usable }
}

function isWebUrl(text: string | undefined, secure: boolean): boolean {
  const { protocol } = URL.parse(text ?? '') ?? {}
  return protocol === 'https:' || (protocol === 'http:' && !secure)
}

/** Algorithms whose keys are public. Never `none`, and never one that verifies with a shared secret. */
const asymmetric = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]
