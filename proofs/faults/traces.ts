import type { ClientBase } from 'pg'
import { documentIdOf } from '../../packages/server/src/resources/content/content/shape.ts'
import type { Findings } from './findings.ts'
import type { Answers } from './lines.ts'
import type { CheckedObjects } from './objects.ts'
import type { Prover } from './prove.ts'
import type { Rows } from './rows.ts'

/** Checks that each effect has exactly one event. Returns the request that caused each effect. */
export async function checkEvents(client: ClientBase, rows: Rows, findings: Findings) {
  const { rows: events } = await client.query<EventRow>(
    `select request_id as "requestId",
      body->>case type when 'change_request.created' then 'changeRequestId' else 'revisionId' end as about
    from events
    where type in ('space.content_updated', 'change_request.content_updated', 'change_request.created')
      and body->>'spaceId' = any ($1)`,
    [[...rows.spaces.keys()]],
  )
  const causes = new Map<string, string>()
  for (const { about, requestId } of events) {
    if (causes.has(about)) findings.add('duplicated', `two events tell of ${about}`)
    causes.set(about, requestId)
  }
  const first = [...rows.revisions.values()].filter(({ parents }) => parents.length === 0)
  const silent = new Set(first.map(({ id }) => id))
  const effects = [...rows.revisions.keys(), ...rows.changeRequests.keys()].filter((id) => !silent.has(id))
  for (const id of effects) if (!causes.has(id)) findings.add('half', `no event tells of ${id}`)
  if (causes.size > effects.length) findings.add('half', 'an event tells of what is not there')
  return causes
}

interface EventRow {
  readonly requestId: string
  readonly about: string
}

/** Every effect must have a stored response, and nothing else may have one. */
export async function checkKeptAnswers(client: ClientBase, answers: Answers, findings: Findings) {
  const { rows } = await client.query<{ key: string }>(
    "select key from idempotency_keys where key ~ '^[bc][0-9]+$'",
  )
  const kept = new Set(rows.map(({ key }) => key))
  const given = [
    ...answers.acknowledged.map(({ batch }) => batch.id),
    ...answers.changeRequests.map(({ subject }) => subject),
  ]
  for (const key of given) if (!kept.has(key)) findings.add('half', `no answer is kept for ${key}`)
  if (kept.size > given.length) findings.add('half', 'an answer is kept that nobody got')
}

/** Every text of every page must be retrievable by its ID. */
export async function checkDocuments(client: ClientBase, written: Prover['documents'], findings: Findings) {
  const { rows } = await client.query<{ spaceId: string; id: string; hash: string }>(
    `select space_id as "spaceId", id, rtrim(translate(encode(hash, 'base64'), '+/', '-_'), '=') as hash
      from documents`,
  )
  const kept = new Map(rows.map(({ spaceId, id, hash }) => [`${spaceId} ${id}`, hash]))
  for (const { spaceId, page, document } of written.values()) {
    if (kept.get(`${spaceId} ${documentIdOf(page, document)}`) !== document)
      findings.add('half', `the text ${document} of the page ${page} cannot be found by its id`)
  }
}

/** An uncommitted transaction must leave no objects either. */
export function checkStrays(stores: ReadonlyMap<string, CheckedObjects>, findings: Findings) {
  for (const { stored, reached } of stores.values()) {
    for (const hash of stored) {
      if (!reached.has(hash)) findings.add('half', `the object ${hash} belongs to no revision`)
    }
  }
}
