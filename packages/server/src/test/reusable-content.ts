import { type Content, editContent, encodeContent, hashOf, readContent, setRecords } from '@stemma/content'
import { found } from '../common/errors.ts'
import { newId } from '../common/ids.ts'
import { objectCache } from '../content/object-cache.ts'
import { postgresObjects } from '../content/postgres-objects.ts'
import * as revisions from '../resources/content/content/store.ts'
import * as spaces from '../resources/spaces/spaces/store.ts'
import type { Server } from './harness.ts'

interface Author {
  readonly spaceId: string
  readonly userId: string
}

/** Adds reusable content to a space directly, because no operation creates it. */
export async function givenReusableContent(
  server: Pick<Server, 'db'>,
  author: Author,
  { id = newId(), title = 'Note', markdown }: { id?: string; title?: string; markdown: string },
): Promise<string> {
  await editSpace(server, author, async (store, content) => {
    const bytes = Buffer.from(markdown)
    const document = hashOf(bytes)
    await store.put([{ hash: document, bytes }])
    return setRecords(store, content, 'reusableContents', new Map([[id, { title, document }]]))
  })
  return id
}

/** Sets variables of a space directly, because no operation does. */
export async function givenVariables(
  server: Pick<Server, 'db'>,
  author: Author,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const changes = { variables: new Map(Object.entries(variables)) }
  await editSpace(server, author, (store, content) => editContent(store, content, changes))
}

type Edit = (store: ReturnType<typeof postgresObjects>, content: Content) => Promise<Content>

async function editSpace({ db }: Pick<Server, 'db'>, { spaceId, userId }: Author, edit: Edit) {
  const head = found(await revisions.ofSpace(db, { spaceId }), 'space')
  const store = postgresObjects(db, head.contentId, objectCache(1_000_000))
  const more = await edit(store, await readContent(store, head.root.toString('base64url')))
  await store.put([encodeContent(more)])
  const made = { spaceId, type: 'edits', createdBy: userId, createdAt: new Date().toISOString() } as const
  const next = { ...made, id: newId(), parents: [head.id], root: encodeContent(more).hash }
  await revisions.insert(db, next)
  await spaces.update(db, spaceId, { revision_id: next.id })
}
