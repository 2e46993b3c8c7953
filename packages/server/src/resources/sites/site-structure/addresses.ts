import type { Site } from '@stemma/contract'
import type { Addresses } from '../../../common/addresses.ts'
import type { Database } from '../../../db/database.ts'
import type { Publication } from '../../spaces/spaces/index.ts'
import { publishedAddress } from '../sites/index.ts'
import * as structure from './store.ts'

/** The URL of a part of a site. A default part has the URL of its parent. */
export function addressOf(above: string | undefined, { path, isDefault }: Addressed): string | undefined {
  return above === undefined || isDefault ? above : `${above}/${encodeURIComponent(path)}`
}

export interface Addressed {
  readonly path: string
  readonly isDefault: boolean
}

/** Where each space is published: the most open site that shows it, and the oldest of equally open ones. */
export async function publicationsOf(
  db: Database,
  organizationId: string,
  spaceIds: readonly string[],
  addresses: Addresses,
): Promise<ReadonlyMap<string, Publication>> {
  const publications = new Map<string, Publication>()
  for (const place of await structure.publishedPlaces(db, organizationId, spaceIds)) {
    const { spaceId, sectionPath, isSectionDefault, authBackend } = place
    const visibility = place.visibility as Site['visibility']
    const known = publications.get(spaceId)
    if (known && openness.indexOf(known.visibility) <= openness.indexOf(visibility)) continue
    const section = { path: sectionPath ?? '', isDefault: isSectionDefault ?? true }
    const published = addressOf(addressOf(publishedAddress(place, addresses), section), place)
    if (published === undefined) continue
    const urls = { published, ...(visibility === 'public' && { public: published }) }
    const isCustom = visibility === 'visitor-auth' && authBackend === 'custom'
    publications.set(spaceId, { visibility, urls, ...(isCustom && { visitorAuth: { backend: 'custom' } }) })
  }
  return publications
}

/** From most to least open. */
const openness: readonly Site['visibility'][] = ['public', 'unlisted', 'share-link', 'visitor-auth']
