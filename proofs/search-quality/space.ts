import { applyChanges, type Change, emptyContent } from '@stemma/content'
import { newId } from '../../packages/server/src/common/ids.ts'
import { objectCache } from '../../packages/server/src/content/object-cache.ts'
import { postgresObjects } from '../../packages/server/src/content/postgres-objects.ts'
import * as revisions from '../../packages/server/src/resources/content/content/store.ts'
import type { Organization, Server } from '../../packages/server/src/test/harness.ts'
import { indexNow } from '../../packages/server/src/test/indexing.ts'
import type { CorpusPage, languages } from './corpus.ts'

/** Creates a space with these pages, under the IDs that the queries refer to. */
export async function givenIndexedSpace(
  server: Server,
  organization: Organization,
  language: (typeof languages)[number],
  pages: readonly CorpusPage[],
) {
  const { db } = server
  const params = { organizationId: organization.id }
  const { id: spaceId } = await server.as(organization.admin).createSpace({ params, body: { language } })
  const store = postgresObjects(db, spaceId, objectCache(64_000_000))
  let content = emptyContent
  let root = ''
  for (let at = 0; at < pages.length; at += pagesPerBatch) {
    const batch = pages.slice(at, at + pagesPerBatch)
    const changes = batch.map(
      ({ title, markdown }): Change => ({ operation: 'insert_page', title, document: { markdown } }),
    )
    let next = 0
    const ids = () => batch[next++]?.id ?? newId()
    const applied = await applyChanges(store, content, changes, {
      now: new Date().toISOString(),
      newId: ids,
      contentOf: async () => undefined,
    })
    await store.put(applied.objects)
    content = applied.content
    root = applied.root
  }
  const made = {
    spaceId,
    id: newId(),
    root,
    type: 'edits',
    parents: [],
    createdBy: organization.admin.id,
  } as const
  await revisions.insert(db, { ...made, createdAt: new Date().toISOString() })
  await db.updateTable('spaces').set({ revision_id: made.id }).where('id', '=', spaceId).execute()
  await indexNow(server, organization.id, spaceId)
  return spaceId
}

const pagesPerBatch = 500
