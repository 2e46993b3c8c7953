import type { Space } from '@stemma/contract'
import type { Addresses } from '../../addresses.ts'
import type { Database } from '../../db/database.ts'
import { publishedAddress } from '../sites/store.ts'
import * as structure from './store.ts'

/** The address of a part of a site; a default stands at the address of what it is the default of. */
export function addressOf(above: string | undefined, { path, isDefault }: Addressed): string | undefined {
  return above === undefined || isDefault ? above : `${above}/${encodeURIComponent(path)}`
}

export interface Addressed {
  readonly path: string
  readonly isDefault: boolean
}

/** Where each of these spaces is published, if it is: at the first site that shows it. */
export async function publishedUrls(
  db: Database,
  organizationId: string,
  spaceIds: readonly string[],
  addresses: Addresses,
): Promise<ReadonlyMap<string, PublishedUrls>> {
  const urls = new Map<string, PublishedUrls>()
  for (const place of await structure.publishedPlaces(db, organizationId, spaceIds)) {
    const { spaceId, sectionPath, isSectionDefault, visibility } = place
    const site = publishedAddress(place, addresses)
    const section = { path: sectionPath ?? '', isDefault: isSectionDefault ?? true }
    const published = addressOf(addressOf(site, section), place)
    if (published === undefined || urls.has(spaceId)) continue
    urls.set(spaceId, { published, ...(visibility === 'public' && { public: published }) })
  }
  return urls
}

type PublishedUrls = Pick<Space['urls'], 'published' | 'public'>
