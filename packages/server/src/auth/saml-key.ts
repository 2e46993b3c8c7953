import type { SealedPlace, Seals } from './sealing.ts'

/** The encrypted key that an organization signs requests to identity providers with. */
export function sealSAMLKey(seals: Seals, organizationId: string, privateKey: string): string {
  return seals.seal(privateKey, placeOf(organizationId))
}

export function openSAMLKey(seals: Seals, organizationId: string, sealed: string): string {
  return seals.open(sealed, placeOf(organizationId))
}

function placeOf(organizationId: string): SealedPlace {
  return { table: 'saml_keys', row: organizationId, organizationId }
}
