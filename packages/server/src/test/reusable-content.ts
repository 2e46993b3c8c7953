import { encodeContent, hashOf, readContent, setRecords } from '@stemma/content'
import { found } from '../common/errors.ts'
import { newId } from '../common/ids.ts'
import { objectCache } from '../content/object-cache.ts'
import { postgresObjects } from '../content/postgres-objects.ts'
import * as revisions from '../resources/content/content/store.ts'
import * as spaces from '../resources/spaces/spaces/store.ts'
import type { Server } from './harness.ts'

/** Adds reusable content to a space directly, because no operation creates it. */
export async function givenReusableContent(
  { db }: Pick<Server, 'db'>,
  { spaceId, userId }: { readonly spaceId: string; readonly userId: string },
  { id = newId(), title = 'Note', markdown }: { id?: string; title?: string; markdown: string },
): Promise<string> {
  const head = found(await revisions.ofSpace(db, { spaceId }), 'space')
  const store = postgresObjects(db, head.contentId, objectCache(1_000_000))
  const bytes = Buffer.from(markdown)
  const document = hashOf(bytes)
  await store.put([{ hash: document, bytes }])
  const content = await readContent(store, head.root.toString('base64url'))
  const more = await setRecords(store, content, 'reusableContents', new Map([[id, { title, document }]]))
  await store.put([encodeContent(more)])
  const made = { spaceId, type: 'edits', createdBy: userId, createdAt: new Date().toISOString() } as const
  const next = { ...made, id: newId(), parents: [head.id], root: encodeContent(more).hash }
  await revisions.insert(db, next)
  await spaces.update(db, spaceId, { revision_id: next.id })
  return id
}
