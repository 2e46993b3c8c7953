import pg, { type ClientBase } from 'pg'

export interface SpaceRow {
  readonly id: string
  readonly contentId: string
  readonly head: string
  readonly changeRequests: number
  readonly drafts: number
}

export interface ChangeRequestRow {
  readonly spaceId: string
  readonly id: string
  readonly number: number
  readonly subject: string
  readonly head: string
  readonly base: string
}

export interface RevisionRow {
  readonly spaceId: string
  readonly id: string
  readonly root: string
  readonly parents: readonly string[]
  readonly changeRequestId: string | null
}

/** The heads and the history at one moment. */
export interface Rows {
  readonly spaces: ReadonlyMap<string, SpaceRow>
  readonly changeRequests: ReadonlyMap<string, ChangeRequestRow>
  readonly revisions: ReadonlyMap<string, RevisionRow>
}

/**
 * Reads a consistent snapshot of a database while others write to it. Changes made by `damage` are invisible
 * to others and rolled back.
 */
export async function atOneMoment<T>(
  url: string,
  look: (client: ClientBase) => Promise<T>,
  damage?: (client: ClientBase) => Promise<void>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`begin isolation level repeatable read ${damage ? 'read write' : 'read only'}`)
    await damage?.(client)
    return await look(client)
  } finally {
    await client.end()
  }
}

export async function readRows(client: ClientBase, spaceIds: readonly string[]): Promise<Rows> {
  const spaces = await client.query<SpaceRow>(
    `select id, content_id as "contentId", revision_id as head,
    change_requests as "changeRequests", change_requests_draft as drafts from spaces where id = any ($1)`,
    [spaceIds],
  )
  const changeRequests = await client.query<ChangeRequestRow>(
    `select space_id as "spaceId", id, number,
    subject, revision_id as head, revision_initial as base from change_requests
    where space_id = any ($1)`,
    [spaceIds],
  )
  const revisions = await client.query<RevisionRow>(
    `select space_id as "spaceId", id,
    rtrim(translate(encode(root, 'base64'), '+/', '-_'), '=') as root, parents,
    change_request_id as "changeRequestId" from revisions where space_id = any ($1)`,
    [spaceIds],
  )
  return {
    spaces: byId(spaces.rows),
    changeRequests: byId(changeRequests.rows),
    revisions: byId(revisions.rows),
  }
}

function byId<T extends { readonly id: string }>(rows: readonly T[]): ReadonlyMap<string, T> {
  return new Map(rows.map((row) => [row.id, row]))
}
