import type { Database } from '../db/database.ts'
import { readableSpaces, spaceLevel } from './levels.ts'
import { allows, isAtLeast, type OrganizationStanding, type Standing, siteViews } from './resolver.ts'
import type { Found } from './standing.ts'

/** How a caller stands to the site that a path names: sites lie in another plane than levels do. */
export async function siteStanding(
  db: Database,
  key: SiteKey,
  { caller, standing }: Pick<Found, 'caller' | 'standing'>,
): Promise<Pick<Standing, 'site' | 'audience'>> {
  if (!allows('org.member', standing)) return {}
  const organization = standing.organization ?? 'none'
  const published = await findPublished(db, key)
  if (published === undefined) return { site: false, audience: false }
  const best = organization === 'guest' ? await bestLevel(db, key, caller.userId) : null
  return { site: siteViews(organization, best), audience: isAudience(published, organization) }
}

/** Whom a published site is for. */
function isAudience(published: boolean, organization: OrganizationStanding): boolean {
  return published && isAtLeast(organization, 'read')
}

export interface SiteKey {
  readonly organizationId: string
  readonly siteId: string
}

async function findPublished(db: Database, { organizationId, siteId }: SiteKey) {
  const row = await db
    .selectFrom('sites')
    .select('published')
    .where('organization_id', '=', organizationId)
    .where('id', '=', siteId)
    .executeTakeFirst()
  return row?.published
}

/** The level of a person on some space of a site that they can read, if there is one. */
async function bestLevel(db: Database, { organizationId, siteId }: SiteKey, userId: string) {
  const shown = await db
    .selectFrom('site_spaces')
    .select('space_id as id')
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .execute()
  const row = await readableSpaces(db, { organizationId, userId })
    .select(spaceLevel.as('level'))
    .where((eb) => eb('spaces.id', '=', eb.fn.any(eb.val(shown.map(({ id }) => id)))))
    .limit(1)
    .executeTakeFirst()
  return row?.level ?? null
}
