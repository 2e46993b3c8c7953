import { rankBetween } from '@stemma/content'
import { sql } from 'kysely'
import { secretHash } from '../../packages/server/src/auth/secrets.ts'
import { newId } from '../../packages/server/src/common/ids.ts'
import type { Person, Server } from '../../packages/server/src/test/harness.ts'
import { contentOf } from '../../packages/server/src/test/world.ts'
import { givenChangeRequest, givenWrittenSpace, page } from '../../packages/server/src/test/writing.ts'
import { bareTables } from '../bench/bare.ts'
import { type Bound, newValue } from '../bench/pgbench.ts'
import type { Asking } from '../bench/side.ts'
import { lines, type Requests, type Wire } from './load.ts'

export interface Work {
  readonly name: string
  /** Shares of the bare handler's throughput: our target, and the floor below which no change may fall. */
  readonly bar: number
  readonly floor: number
  readonly isWrite?: boolean
  /** The most requests per slice, if each one needs preparation. */
  readonly countMax?: number
  readonly ours: Asking
  readonly bare: (count: number) => Requests
  /** The statements that the bare handler runs per request. */
  readonly statements?: readonly Bound[]
}

/** Creates a space with pages and comments among many spaces, and the tasks to measure there. */
export async function givenWorks(server: Server, spacesCount: number) {
  for (const table of bareTables) await sql.raw(table).execute(server.db)
  const written = await givenWrittenSpace(server, page('First', { document: { markdown } }))
  const { organization, admin, reviewer, spaceId } = written
  const spaceIds = await givenSpaces(server, organization.id, spacesCount)
  const commentIds = await givenComments(server, reviewer, spaceId)
  const drafts = await givenDrafts(server, admin, reviewer, organization.id)
  const pages = drafts.map(({ pageId }) => ({ id: pageId, markdown }))
  await server.db
    .insertInto('bare_pages' as never)
    .values(pages as never)
    .execute()
  const places = { organizationId: organization.id, spaceId, spaceIds, commentIds, drafts }
  const reads = await readsOf(server, reviewer, places)
  return { works: [...reads, ...writesOf(server, reviewer, places)], secret: reviewer.secret, places }
}

export interface Places {
  readonly organizationId: string
  /** The space whose comments are listed. */
  readonly spaceId: string
  readonly commentIds: readonly string[]
  /** Some of the many spaces, read in turn. */
  readonly spaceIds: readonly string[]
  /** The spaces that are written to. */
  readonly drafts: readonly Draft[]
}

async function readsOf(server: Server, reader: Person, places: Places): Promise<Work[]> {
  const { organizationId, spaceId, spaceIds, commentIds, drafts } = places
  const spaces = spaceIds.map((id) => `/v1/spaces/${id}`)
  const known = spaces.map(async (path) => ({
    path,
    headers: { 'if-none-match': await etagOf(server, reader, path) },
  }))
  const comments = `/v1/spaces/${spaceId}/comments`
  const pages = drafts.map(
    (draft) => `/v1/spaces/${draft.spaceId}/content/page/${draft.pageId}?format=markdown`,
  )
  const read = (paths: readonly string[]) => inTurn(paths.map((path) => ({ path })))
  const bare = (path: string, ids: readonly string[]) => read(ids.map((id) => `/${path}/${id}`))
  const bars = { bar: 0.9, floor: 0.1 }
  const token = tokenOf(reader)
  const aSpace = {
    bare: bare('spaces', spaceIds),
    statements: [token, ['space', spaceIds[0] ?? '']],
  } as const
  return [
    { name: 'get a space', ...bars, floor: 0.15, ours: read(spaces), ...aSpace },
    { name: 'not modified', bar: 1, floor: 0.15, ours: inTurn(await Promise.all(known)), ...aSpace },
    {
      name: 'get a page',
      ...bars,
      ours: read(pages),
      bare: bare(
        'pages',
        drafts.map(({ pageId }) => pageId),
      ),
      statements: [token, ['page', drafts[0]?.pageId ?? '']],
    },
    {
      name: 'get a comment',
      ...bars,
      ours: read(commentIds.map((id) => `${comments}/${id}`)),
      bare: bare('comments', commentIds),
      statements: [token, ['comment', commentIds[0] ?? '']],
    },
    {
      name: 'list 50 spaces',
      ...{ bar: 0.9, floor: 0.08 },
      ours: read([`/v1/orgs/${organizationId}/spaces?limit=50`]),
      bare: bare('lists/spaces', [organizationId]),
      statements: [token, ['spaces', organizationId], ['countSpaces', organizationId]],
    },
    {
      name: 'list 50 comments',
      ...{ bar: 0.9, floor: 0.05 },
      ours: read([`${comments}?limit=50`]),
      bare: bare('lists/comments', [spaceId]),
      statements: [token, ['comments', spaceId], ['countComments', spaceId]],
    },
  ]
}

function tokenOf({ secret }: Person): Bound {
  return ['token', `\\x${secretHash(secret).toString('hex')}`]
}

/** Repeats the same few requests. */
export function inTurn(wires: readonly Wire[]) {
  return (length: number): Requests => ({ length, at: (index) => wires[index % wires.length] })
}

function writesOf(server: Server, author: Person, { drafts }: Places): Work[] {
  let edits = 0
  const text = () => `${markdown}\nEdit ${edits++}.\n`
  const post = (wireOf: (index: number) => Wire) => (length: number) => ({
    length,
    at: (index: number): Wire => ({ method: 'POST', ...wireOf(index) }),
  })
  const draftOf = (index: number) => drafts[index % drafts.length] as Draft
  /** No worker runs here. Jobs that pile up would make each new one slower, so they are removed instead. */
  const withoutJobs = (requests: Asking) => async (count: number) => {
    await sql`truncate graphile_worker._private_jobs`.execute(server.db)
    return requests(count)
  }
  const bareEdits = post((index) => ({ path: `/edits/${draftOf(index).spaceId}`, body: { body: text() } }))
  return [
    {
      name: 'post a comment',
      ...{ bar: 0.5, floor: 0.05, isWrite: true },
      ours: withoutJobs(
        post((index) => ({
          path: `/v1/spaces/${draftOf(index).spaceId}/comments`,
          headers: { 'idempotency-key': newId() },
          body: { body: { markdown: `Comment ${index}` } },
        })),
      ),
      bare: post((index) => ({
        path: `/comments/${draftOf(index).spaceId}`,
        body: { body: `Comment ${index}` },
      })),
      statements: [
        tokenOf(author),
        ['addComment', draftOf(0).spaceId, newValue, 'Comment', author.id, new Date().toISOString()],
      ],
    },
    {
      name: 'edit a page',
      ...{ bar: 0.25, floor: 0.04, isWrite: true },
      ours: withoutJobs(post((index) => editOf(draftOf(index), text()))),
      bare: bareEdits,
    },
    {
      name: 'merge',
      ...{ bar: 0.25, floor: 0.04, isWrite: true, countMax: drafts.length },
      ours: withoutJobs((count) =>
        Promise.all(drafts.slice(0, count).map((draft) => readyToMerge(server, author, draft, text()))),
      ),
      bare: bareEdits,
    },
  ]
}

function editOf({ spaceId, pageId, changeRequestId }: Draft, text: string): Wire {
  return {
    path: `/v1/spaces/${spaceId}/change-requests/${changeRequestId}/content`,
    body: { changes: [{ operation: 'update_page', page: pageId, document: { markdown: text } }] },
  }
}

async function readyToMerge(server: Server, author: Person, draft: Draft, text: string): Promise<Wire> {
  const { id, write } = await givenChangeRequest(server, draft.spaceId, author)
  await write({ operation: 'update_page', page: draft.pageId, document: { markdown: text } })
  return { method: 'POST', path: `/v1/spaces/${draft.spaceId}/change-requests/${id}/merge`, body: {} }
}

interface Draft {
  readonly spaceId: string
  readonly pageId: string
  readonly changeRequestId: string
}

/**
 * Each connection writes to its own spaces, because writes to one space are serialized. They are made one
 * after the other: a busy server refuses many requests of one organization at once.
 */
async function givenDrafts(server: Server, admin: Person, author: Person, organizationId: string) {
  const { createSpace, updateSpaceContent } = server.as(admin)
  const drafts: Draft[] = []
  while (drafts.length < 2 * lines) {
    const { id: spaceId } = await createSpace({ params: { organizationId }, body: { editMode: 'live' } })
    const body = { changes: [page('First', { document: { markdown } })] }
    await updateSpaceContent({ params: { spaceId }, body })
    const { id } = await givenChangeRequest(server, spaceId, author)
    drafts.push({ spaceId, pageId: await pageOf(server, author, spaceId), changeRequestId: id })
  }
  return drafts
}

async function pageOf(server: Server, person: Person, spaceId: string): Promise<string> {
  const { pages } = await server.as(person).listPages({ params: { spaceId } })
  return pages[0]?.id ?? ''
}

async function givenComments(server: Server, author: Person, spaceId: string): Promise<string[]> {
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
  return ids
}

/** Creates spaces in twenty collections, in order. Returns the IDs of some of them. */
async function givenSpaces({ db }: Server, organizationId: string, count: number): Promise<string[]> {
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
  return rows.slice(0, 10 * lines).map(({ id }) => id)
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

/** 2.5 KB, like a typical page. */
const markdown = times(
  12,
  (index) => `## Part ${index}\n\n${'Words that explain things. '.repeat(7)}\n`,
).join('\n')
