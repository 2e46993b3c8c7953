import { rankBetween } from '@stemma/content'
import { sql } from 'kysely'
import { newId } from '../packages/server/src/ids.ts'
import type { Person, Server } from '../packages/server/src/test/harness.ts'
import { contentOf } from '../packages/server/src/test/world.ts'
import { givenChangeRequest, givenWrittenSpace, page } from '../packages/server/src/test/writing.ts'
import { bareTables } from './bench-bare.ts'
import type { Wire } from './bench-load.ts'

/** How many requests are under way at once, each on a line of its own. */
export const lines = 8

export interface Work {
  readonly name: string
  /** Of the bare handler's, what we promise ourselves, and below what no change may fall. */
  readonly bar: number
  readonly floor: number
  readonly ours: (round: number) => readonly Wire[] | Promise<readonly Wire[]>
  readonly bare: (round: number) => readonly Wire[]
}

/** A space with pages and comments in an organization of many spaces, and what is measured in it. */
export async function givenWorks(server: Server, spacesCount: number) {
  for (const table of bareTables) await sql.raw(table).execute(server.db)
  const written = await givenWrittenSpace(server, page('First', { document: { markdown } }))
  const { organization, admin, reviewer, spaceId } = written
  await givenSpaces(server, organization.id, spacesCount)
  const pageId = await pageOf(server, reviewer, spaceId)
  const commentId = await givenComments(server, reviewer, spaceId)
  const places = { organizationId: organization.id, spaceId, pageId, commentId }
  await server.db
    .insertInto('bare_pages' as never)
    .values({ id: pageId, markdown } as never)
    .execute()
  const drafts = await givenDrafts(server, admin, reviewer, organization.id)
  const etag = await etagOf(server, reviewer, `/v1/spaces/${spaceId}`)
  const reads = readsOf(places, etag)
  return { works: [...reads, ...writesOf(server, reviewer, places, drafts)], secret: reviewer.secret, places }
}

type Places = Readonly<Record<'organizationId' | 'spaceId' | 'pageId' | 'commentId', string>>

function readsOf({ organizationId, spaceId, pageId, commentId }: Places, etag: string): Work[] {
  const space = `/v1/spaces/${spaceId}`
  const known = { 'if-none-match': etag }
  const spaces = `/v1/orgs/${organizationId}/spaces?limit=50`
  const read = (path: string, headers = {}) => times(200, () => ({ path, headers }))
  const work = (name: string, [bar, floor]: [number, number], ours: string, bare: string): Work => {
    return { name, bar, floor, ours: () => read(ours), bare: () => read(bare) }
  }
  return [
    work('get a space', [0.9, 0.15], space, `/spaces/${spaceId}`),
    { ...work('not modified', [1, 0.15], space, `/spaces/${spaceId}`), ours: () => read(space, known) },
    work('get a page', [0.9, 0.1], `${space}/content/page/${pageId}?format=markdown`, `/pages/${pageId}`),
    work('get a comment', [0.9, 0.1], `${space}/comments/${commentId}`, `/comments/${commentId}`),
    work('list 50 spaces', [0.9, 0.08], spaces, `/lists/spaces/${organizationId}`),
    work('list 50 comments', [0.9, 0.05], `${space}/comments?limit=50`, `/lists/comments/${spaceId}`),
  ]
}

function writesOf(server: Server, author: Person, { spaceId }: Places, drafts: readonly Draft[]): Work[] {
  const markdownOf = (round: number, index: number) => `${markdown}\nRound ${round}, ${index}.\n`
  const bareEdits = (round: number) =>
    times(2 * lines, (index) => ({
      method: 'POST',
      path: `/edits/${drafts[index % lines]?.spaceId}`,
      body: { body: markdownOf(round, index) },
    }))
  return [
    {
      name: 'post a comment',
      ...{ bar: 0.5, floor: 0.05 },
      ours: () =>
        times(40, (index) => ({
          method: 'POST',
          path: `/v1/spaces/${spaceId}/comments`,
          headers: { 'idempotency-key': newId() },
          body: { body: { markdown: `Comment ${index}` } },
        })),
      bare: () =>
        times(40, (index) => ({
          method: 'POST',
          path: `/comments/${spaceId}`,
          body: { body: `Comment ${index}` },
        })),
    },
    {
      name: 'edit a page',
      ...{ bar: 0.25, floor: 0.04 },
      ours: (round) =>
        times(2 * lines, (index) => editOf(drafts[index % lines] as Draft, markdownOf(round, index))),
      bare: bareEdits,
    },
    {
      name: 'merge',
      ...{ bar: 0.25, floor: 0.04 },
      ours: (round) => Promise.all(drafts.map((draft) => readyToMerge(server, author, draft, round))),
      bare: (round) => bareEdits(round).slice(0, lines),
    },
  ]
}

function editOf({ spaceId, pageId, changeRequestId }: Draft, text: string): Wire {
  return {
    method: 'POST',
    path: `/v1/spaces/${spaceId}/change-requests/${changeRequestId}/content`,
    body: { changes: [{ operation: 'update_page', page: pageId, document: { markdown: text } }] },
  }
}

async function readyToMerge(server: Server, author: Person, draft: Draft, round: number): Promise<Wire> {
  const { id, write } = await givenChangeRequest(server, draft.spaceId, author)
  const document = { markdown: `${markdown}\nMerged in round ${round}, ${newId()}.\n` }
  await write({ operation: 'update_page', page: draft.pageId, document })
  return { method: 'POST', path: `/v1/spaces/${draft.spaceId}/change-requests/${id}/merge`, body: {} }
}

interface Draft {
  readonly spaceId: string
  readonly pageId: string
  readonly changeRequestId: string
}

/** Each line writes to a space of its own: what is written to one space happens one after another. */
function givenDrafts(server: Server, admin: Person, author: Person, organizationId: string) {
  const { createSpace, updateSpaceContent } = server.as(admin)
  return Promise.all(
    times(lines, async (): Promise<Draft> => {
      const { id: spaceId } = await createSpace({ params: { organizationId }, body: { editMode: 'live' } })
      const body = { changes: [page('First', { document: { markdown } })] }
      await updateSpaceContent({ params: { spaceId }, body })
      const { id } = await givenChangeRequest(server, spaceId, author)
      return { spaceId, pageId: await pageOf(server, author, spaceId), changeRequestId: id }
    }),
  )
}

async function pageOf(server: Server, person: Person, spaceId: string): Promise<string> {
  const { pages } = await server.as(person).listPages({ params: { spaceId } })
  return pages[0]?.id ?? ''
}

async function givenComments(server: Server, author: Person, spaceId: string): Promise<string> {
  const post = (index: number) =>
    server
      .as(author)
      .postCommentInSpace({ params: { spaceId }, body: { body: { markdown: `Said ${index}` } } })
  const ids: string[] = []
  for (const index of times(60, (one) => one)) ids.push((await post(index)).id)
  const now = new Date().toISOString()
  const rows = ids.map((id) => ({
    space_id: spaceId,
    id,
    body: 'Said',
    posted_by: author.id,
    posted_at: now,
  }))
  await server.db
    .insertInto('bare_comments' as never)
    .values(rows as never)
    .execute()
  return ids[0] ?? ''
}

/** Spaces in twenty collections, in their order. */
async function givenSpaces({ db }: Server, organizationId: string, count: number) {
  const collections = times(20, () => ({ id: newId(), ...named(organizationId) }))
  await db.insertInto('collections').values(collections).execute()
  let rank: string | undefined
  const rows = times(count, (index) => {
    rank = rankBetween(rank, undefined)
    const id = newId()
    return {
      id,
      ...named(organizationId),
      ...contentOf(id),
      rank,
      parent_id: collections[index % 20]?.id ?? null,
    }
  })
  for (let from = 0; from < rows.length; from += 1000) {
    await db
      .insertInto('spaces')
      .values(rows.slice(from, from + 1000))
      .execute()
  }
}

function named(organizationId: string) {
  return { organization_id: organizationId, title: 'Space', created_at: new Date().toISOString() }
}

async function etagOf({ app }: Server, { secret }: Person, url: string): Promise<string> {
  const { headers } = await app.inject({ url, headers: { authorization: `Bearer ${secret}` } })
  return String(headers.etag)
}

function times<const T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

/** Two kilobytes and a half, as pages have. */
const markdown = times(
  12,
  (index) => `## Part ${index}\n\n${'Words that explain things. '.repeat(7)}\n`,
).join('\n')
