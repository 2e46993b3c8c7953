import type { Findings } from './findings.ts'
import type { Proven } from './prove.ts'
import type { Acknowledged, AcknowledgedChangeRequest } from './record.ts'
import type { ChangeRequestRow, Rows, SpaceRow } from './rows.ts'

/** Responses received before the moment at which the rows were read. */
export interface Answers {
  readonly acknowledged: readonly Acknowledged[]
  readonly changeRequests: readonly AcknowledgedChangeRequest[]
}

/** Each line must be one chain up to its head, and contain everything acknowledged in it. */
export function checkLines(
  rows: Rows,
  proven: ReadonlyMap<string, Proven>,
  answers: Answers,
  findings: Findings,
) {
  const lineOf = new Map<string, string>()
  for (const { id, head } of rows.spaces.values())
    follow(rows, { spaceId: id, head, line: id }, lineOf, findings)
  for (const { id, spaceId, head, base } of rows.changeRequests.values()) {
    const end = follow(rows, { spaceId, head, line: id }, lineOf, findings)
    if (end !== undefined && end !== base)
      findings.add('broken', `the change request ${id} does not go back to where it began`)
    if (lineOf.get(base) !== spaceId)
      findings.add('broken', `the change request ${id} begins at ${base}, which its space never had`)
  }
  for (const id of rows.revisions.keys()) {
    if (!lineOf.has(id)) findings.add('half', `the revision ${id} is on no line`)
  }
  for (const { batch, revisionId, made } of answers.acknowledged) {
    const { spaceId, changeRequestId } = batch.line
    if (lineOf.get(revisionId) !== (changeRequestId ?? spaceId))
      findings.add('lost', `${batch.id} was acknowledged as ${revisionId}, which its line does not have`)
    const revision = proven.get(revisionId)
    if (revision === undefined) continue
    if (revision.state.signature !== batch.id)
      findings.add('lost', `${batch.id} was acknowledged as ${revisionId}, which is not its own`)
    const pages = batch.action.kind === 'insert' ? revision.state.sets.get(batch.id)?.pages : []
    if (
      pages?.join() !== made.pages.join() ||
      [...revision.files].sort().join() !== [...made.files].sort().join()
    )
      findings.add('lost', `${batch.id} was told of other pages and files than ${revisionId} has`)
  }
}

interface Followed {
  readonly spaceId: string
  readonly head: string
  readonly line: string
}

/** Walks from a head to the start of its line. Returns the revision of the space at which the line began. */
function follow(
  { revisions }: Rows,
  { spaceId, head, line }: Followed,
  lineOf: Map<string, string>,
  findings: Findings,
) {
  for (let id: string | undefined = head, after = 'the head'; id !== undefined; ) {
    const revision = revisions.get(id)
    if (revision === undefined || revision.spaceId !== spaceId) {
      findings.add('broken', `the revision ${id}, before ${after} of ${line}, is not there`)
      return undefined
    }
    const isOwn = (revision.changeRequestId ?? spaceId) === line
    if (!isOwn && revision.changeRequestId === null) return id
    if (!isOwn || lineOf.has(id)) {
      findings.add('duplicated', `the revision ${id} is on ${line} and on another line`)
      return undefined
    }
    lineOf.set(id, line)
    if (revision.parents.length > 1) findings.add('broken', `the revision ${id} has too many parents`)
    after = id
    id = revision.parents[0]
  }
  return undefined
}

/** Checks that numbers have no gaps, subjects are unique, and counters are right. */
export function checkChangeRequests({ spaces, changeRequests }: Rows, answers: Answers, findings: Findings) {
  const all = [...changeRequests.values()]
  for (const space of spaces.values()) {
    checkCounters(
      space,
      all.filter(({ spaceId }) => spaceId === space.id),
      findings,
    )
  }
  for (const [subject, same] of Map.groupBy(all, (one) => one.subject)) {
    if (same.length > 1) findings.add('duplicated', `there are ${same.length} change requests ${subject}`)
  }
  for (const { subject, id, number } of answers.changeRequests) {
    const row = changeRequests.get(id)
    if (row?.subject !== subject || row.number !== number)
      findings.add('lost', `the change request ${subject} was acknowledged as ${id} and is not there`)
  }
}

function checkCounters(space: SpaceRow, own: readonly ChangeRequestRow[], findings: Findings) {
  const numbers = own.map(({ number }) => number).sort((a, b) => a - b)
  if (numbers.some((number, index) => number !== index + 1))
    findings.add('duplicated', `the change requests of ${space.id} are numbered ${numbers.join()}`)
  if (space.changeRequests !== own.length || space.drafts !== own.length)
    findings.add(
      'duplicated',
      `the space ${space.id} counts ${space.changeRequests} and ${space.drafts} of ${own.length}`,
    )
}
