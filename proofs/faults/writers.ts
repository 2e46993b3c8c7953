import type { SpaceContentChangesResult } from '@stemma/contract'
import { type Action, type Batch, changesOf, type Line, type PageSet } from './batches.ts'
import { between, oneOf } from './chance.ts'
import { type Acknowledged, nextNumber, type Record } from './record.ts'
import { refusalOf, type Send } from './send.ts'
import type { Space } from './stage.ts'

/** The lines to write to, with their known content. */
export interface Desk {
  readonly record: Record
  readonly live: readonly OpenLine[]
  /** The most recent change requests. */
  drafts: readonly OpenLine[]
}

interface OpenLine {
  readonly space: Space
  readonly line: Line
  readonly sets: Map<string, PageSet>
}

const draftsMax = 6
const setsMax = 10

export function openDesk(record: Record, spaces: readonly Space[]): Desk {
  record.spaces.push(...spaces.map(({ id }) => id))
  const live = spaces.map((space) => ({ space, line: { spaceId: space.id }, sets: new Map() }))
  return { record, live, drafts: [] }
}

/** Writes until `ended` returns true; resolves after the last request is answered. */
export async function writeUntil(ended: () => boolean, desk: Desk, send: Send) {
  while (!ended()) {
    if (desk.drafts.length === 0 || between(0, 12) === 0) await createDraft(desk, send)
    else await writeBatch(desk, oneOf(between(0, 2) === 0 ? desk.live : desk.drafts), send)
  }
}

async function createDraft(desk: Desk, send: Send) {
  const { space, sets } = oneOf(desk.live)
  const subject = `c${nextNumber(desk.record)}`
  const answer = await sendChangeRequest(send, space.id, subject)
  if (answer === undefined) return
  const { data, requestId } = answer
  desk.record.changeRequests.set(subject, {
    subject,
    spaceId: space.id,
    id: data.id,
    number: data.number,
    requestId,
  })
  const line = { spaceId: space.id, changeRequestId: data.id }
  desk.drafts = [...desk.drafts, { space, line, sets: new Map(sets) }].slice(-draftsMax)
}

/** The subject is also the idempotency key, so the request can be repeated from the subject alone. */
export function sendChangeRequest(send: Send, spaceId: string, subject: string) {
  return send((api) =>
    api.request(
      'createChangeRequest',
      { params: { spaceId }, body: { subject } },
      { idempotencyKey: subject },
    ),
  )
}

async function writeBatch({ record }: Desk, open: OpenLine, send: Send) {
  const { line, space, sets } = open
  const batch: Batch = {
    id: `b${nextNumber(record)}`,
    line,
    ledger: space.ledger,
    action: planned(open),
  }
  record.sent.set(batch.id, batch)
  const { action } = batch
  try {
    const answer = await sendBatch(send, batch)
    if (answer === undefined) return
    record.acknowledged.set(batch.id, answer)
    if (action.kind === 'insert') sets.set(batch.id, { id: batch.id, ...answer.made })
    if (action.kind === 'delete') sets.delete(action.set.id)
  } catch (error) {
    const reason = refusalOf(error)
    if (reason === undefined) throw error
    record.refused.set(batch.id, reason)
    if (action.kind !== 'insert') sets.delete(action.set.id)
  }
}

function planned({ space, sets }: OpenLine): Action {
  const into = oneOf([null, space.shelf])
  const isFull = sets.size >= setsMax
  const chance = between(0, 10)
  if (sets.size === 0 || (!isFull && chance < 4))
    return { kind: 'insert', pages: between(2, 6), files: oneOf([0, 1, 1, 2]), into }
  const set = oneOf([...sets.values()])
  if (isFull || chance < 5) return { kind: 'delete', set }
  if (chance < 8) return { kind: 'edit', set }
  return { kind: 'move', set, into, at: between(0, 20) }
}

/** Sends a batch, or repeats it: its ID is the idempotency key. */
export async function sendBatch(send: Send, batch: Batch): Promise<Acknowledged | undefined> {
  const { spaceId, changeRequestId } = batch.line
  const input = { body: { changes: changesOf(batch) } }
  const options = { idempotencyKey: batch.id }
  if (changeRequestId === undefined) {
    const answer = await send((api) =>
      api.request('updateSpaceContent', { params: { spaceId }, ...input }, options),
    )
    return answer && acknowledgedBy(batch, answer.data, answer.data.revision, answer.requestId)
  }
  const params = { spaceId, changeRequestId }
  const answer = await send((api) =>
    api.request('updateChangeRequestContent', { params, query: { compat: false }, ...input }, options),
  )
  if (answer === undefined || !('changes' in answer.data)) return undefined
  return acknowledgedBy(batch, answer.data, answer.data.changeRequest.revision, answer.requestId)
}

function acknowledgedBy(
  batch: Batch,
  { changes, insertedFiles = [] }: Pick<SpaceContentChangesResult, 'changes' | 'insertedFiles'>,
  revisionId: string,
  requestId: string,
): Acknowledged {
  const created = changes.flatMap((one) => (one.operation === 'created_page' ? [one] : []))
  const byRef = new Map(created.map(({ ref = '', page }) => [ref, page.id]))
  const pages = created.map((_one, index) => byRef.get(`p${index}`) ?? '')
  return { batch, revisionId, made: { pages, files: insertedFiles.map(({ file }) => file.id) }, requestId }
}
