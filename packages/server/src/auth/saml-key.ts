import type { SealedPlace, Seals } from './sealing.ts'

/** What an organization signs its requests to identity providers with, as it is kept. */
export function sealSAMLKey(seals: Seals, organizationId: string, privateKey: string): string {
  return seals.seal(privateKey, placeOf(organizationId))
}

export function openSAMLKey(seals: Seals, organizationId: string, sealed: string): string {
  return seals.open(sealed, placeOf(organizationId))
}

function placeOf(organizationId: string): SealedPlace {
  return { table: 'saml_keys', row: organizationId, organizationId }
}
