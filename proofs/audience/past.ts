import type { AudienceSite } from '../../packages/server/src/test/audience-site.ts'
import type { Server } from '../../packages/server/src/test/harness.ts'

/** Makes everything that was written so far a thing of the past, of which the site was open already. */
export async function makePast({ db }: Server, { params, places }: AudienceSite) {
  const since = '2020-01-01T00:00:00Z'
  const { siteId } = params
  await db.updateTable('sites').set({ audience_since: since }).where('id', '=', siteId).execute()
  await db.updateTable('site_spaces').set({ shown_since: since }).where('site_id', '=', siteId).execute()
  const written = { created_at: '2020-01-02T00:00:00Z' }
  for (const { spaceId } of Object.values(places))
    await db.updateTable('revisions').set(written).where('space_id', '=', spaceId).execute()
}
