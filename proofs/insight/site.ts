import type { Server } from '../../packages/server/src/test/harness.ts'
import { indexNow } from '../../packages/server/src/test/indexing.ts'
import { givenPublished } from '../../packages/server/src/test/published-site.ts'
import { page } from '../../packages/server/src/test/writing.ts'

export type Site = Awaited<ReturnType<typeof givenPublished>>

/** A published site with pages of these titles, which search finds. */
export async function givenSite(server: Server, titles: readonly string[]): Promise<Site> {
  const changes = titles.map((title) => page(title))
  const site = await givenPublished(server, changes.slice(0, changesMax))
  for (let at = changesMax; at < changes.length; at += changesMax)
    await site.write(...changes.slice(at, at + changesMax))
  await indexNow(server, site.organization.id, site.spaceId)
  return site
}

/** Of one request. */
const changesMax = 50
