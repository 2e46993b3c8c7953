import type { SealedPlace, Seals } from './sealing.ts'

/** The encrypted secret by which an OpenID Connect provider recognizes this server. */
export function sealClientSecret(seals: Seals, key: Key, secret: string): string {
  return seals.seal(secret, placeOf(key))
}

export function openClientSecret(seals: Seals, key: Key, sealed: string): string {
  return seals.open(sealed, placeOf(key))
}

function placeOf({ organizationId, oidcProviderId }: Key): SealedPlace {
  return { table: 'oidc_providers', row: oidcProviderId, organizationId }
}

interface Key {
  readonly organizationId: string
  readonly oidcProviderId: string
}
