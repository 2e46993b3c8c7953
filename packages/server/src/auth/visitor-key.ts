import { randomBytes } from 'node:crypto'
import type { SealedPlace, Seals } from './sealing.ts'

interface SiteKey {
  readonly organizationId: string
  readonly siteId: string
}

/** The encrypted key that signs visitor tokens of a site, as long as the digest of HS256. */
export function newVisitorKey(seals: Seals, site: SiteKey): string {
  return seals.seal(randomBytes(32).toString('base64url'), placeOf(site))
}

export function openVisitorKey(seals: Seals, site: SiteKey, sealed: string): string {
  return seals.open(sealed, placeOf(site))
}

function placeOf({ organizationId, siteId }: SiteKey): SealedPlace {
  return { table: 'sites', row: siteId, organizationId }
}
