import type { ClientBase } from 'pg'
import type { Findings } from './findings.ts'
import type { Send } from './send.ts'

/** Acknowledged comments on a space, and acknowledged teams. */
export interface Talk {
  readonly spaceId: string
  readonly organizationId: string
  /** By text. */
  readonly comments: Map<string, Comment>
  /** Titles by ID. */
  readonly teams: Map<string, string>
  last: number
}

interface Comment {
  readonly id: string
  isResolved: boolean
}

export function openTalk(spaceId: string, organizationId: string): Talk {
  return { spaceId, organizationId, comments: new Map(), teams: new Map(), last: 0 }
}

/** Counts the answered requests: each team was created and renamed, and some comments were resolved. */
export function talkedOf({ comments, teams }: Talk): number {
  const resolved = [...comments.values()].filter(({ isResolved }) => isResolved)
  return comments.size + resolved.length + teams.size * 2
}

/** Posts comments and resolves every other one, so the counter of the space goes up and down. */
export async function commentUntil(ended: () => boolean, talk: Talk, send: Send) {
  const { spaceId, comments } = talk
  while (!ended()) {
    talk.last += 1
    const markdown = `k${talk.last}`
    const input = { params: { spaceId }, body: { body: { markdown } } }
    const posted = await send((api) => api.request('postCommentInSpace', input, { idempotencyKey: markdown }))
    if (posted === undefined) continue
    const comment = { id: posted.data.id, isResolved: false }
    comments.set(markdown, comment)
    if (talk.last % 2 === 0) continue
    const params = { spaceId, commentId: comment.id }
    const resolved = await send((api) =>
      api.request(
        'updateCommentInSpace',
        { params, body: { resolved: true } },
        { idempotencyKey: `${markdown}r` },
      ),
    )
    comment.isResolved = resolved !== undefined
  }
}

/** Creates teams and renames each. */
export async function organizeUntil(ended: () => boolean, talk: Talk, send: Send) {
  const { organizationId, teams } = talk
  while (!ended()) {
    talk.last += 1
    const title = `t${talk.last}`
    const created = await send((api) =>
      api.request(
        'createOrganizationTeam',
        { params: { organizationId }, body: { title } },
        { idempotencyKey: title },
      ),
    )
    if (created === undefined) continue
    teams.set(created.data.id, title)
    const params = { organizationId, teamId: created.data.id }
    const renamed = `${title} renamed`
    const answer = await send((api) =>
      api.request(
        'updateTeamInOrganizationById',
        { params, body: { title: renamed } },
        { idempotencyKey: `${title}r` },
      ),
    )
    if (answer) teams.set(created.data.id, renamed)
  }
}

/** Once every request has been answered, stored data must match the responses, with one event for each. */
export async function checkTalk(client: ClientBase, talk: Talk, findings: Findings) {
  const comments = await client.query<{ id: string; body: string; resolved: boolean }>(
    'select id, body, resolved_at is not null as resolved from comments where space_id = $1',
    [talk.spaceId],
  )
  const told = [...talk.comments].map(([body, one]) => `comment ${one.id} ${body} ${one.isResolved}`)
  const there = comments.rows.map(({ id, body, resolved }) => `comment ${id} ${body.trim()} ${resolved}`)
  const teams = await client.query<{ id: string; title: string }>(
    'select id, title from teams where organization_id = $1',
    [talk.organizationId],
  )
  told.push(...[...talk.teams].map(([id, title]) => `team ${id} ${title}`))
  there.push(...teams.rows.map(({ id, title }) => `team ${id} ${title}`))
  for (const one of without(told, there)) findings.add('lost', `${one} is not there`)
  for (const one of without(there, told)) findings.add('duplicated', `nobody was told of ${one}`)
  await checkCounter(client, talk, findings)
  await checkEventsOf(client, talk, findings)
}

function without(all: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others)
  return all.filter((one) => !known.has(one))
}

async function checkCounter(client: ClientBase, { spaceId, comments }: Talk, findings: Findings) {
  const open = [...comments.values()].filter(({ isResolved }) => !isResolved).length
  const { rows } = await client.query<{ comments: number }>('select comments from spaces where id = $1', [
    spaceId,
  ])
  if (rows[0]?.comments !== open)
    findings.add('broken', `the space counts ${rows[0]?.comments} open comments of ${open}`)
}

async function checkEventsOf(client: ClientBase, talk: Talk, findings: Findings) {
  const { rows } = await client.query<{ event: string; count: number }>(
    `select type || ' ' || coalesce(body->>'commentId', body->>'teamId') as event, count(*)::int as count
      from events where type in ('comment.posted', 'comment.resolved', 'team.created', 'team.renamed')
      group by 1`,
  )
  const told = new Map(rows.map(({ event, count }) => [event, count]))
  const due = [...talk.comments.values()].flatMap(({ id, isResolved }) => [
    `comment.posted ${id}`,
    ...(isResolved ? [`comment.resolved ${id}`] : []),
  ])
  for (const id of talk.teams.keys()) due.push(`team.created ${id}`, `team.renamed ${id}`)
  for (const event of due) {
    if (!told.has(event)) findings.add('half', `there is no event ${event}`)
    if ((told.get(event) ?? 0) > 1) findings.add('duplicated', `there are two events ${event}`)
    told.delete(event)
  }
  for (const event of told.keys())
    findings.add('duplicated', `the event ${event} is of nothing that was told`)
}
