import type { ClientBase } from 'pg'
import { type Answers, checkChangeRequests, checkLines } from './lines.ts'
import { checkedObjects } from './objects.ts'
import type { Proof } from './proof.ts'
import { prove } from './prove.ts'
import type { Record } from './record.ts'
import { checkRefusals } from './refusals.ts'
import { atOneMoment, type RevisionRow, type Rows, readRows } from './rows.ts'
import { checkDocuments, checkEvents, checkKeptAnswers, checkStrays } from './traces.ts'

/** Cheap to repeat: only new revisions are read. */
export async function verify(proof: Proof) {
  const answers = answersIn(proof.record)
  await atOneMoment(proof.stage.url, async (client) => void (await look(proof, client, answers)))
}

export interface Outcome {
  readonly rows: Rows
  /** Effects whose request was cut off before its response. */
  readonly unanswered: number
}

/** Verifies everything. Call it when every request has been answered. */
export async function verifyAll(proof: Proof, damage?: Damage): Promise<Outcome> {
  const { record, findings, prover, stores } = proof
  const answers = answersIn(record)
  return atOneMoment(
    proof.stage.url,
    async (client) => {
      const rows = await look(proof, client, answers)
      const causes = await checkEvents(client, rows, findings)
      await checkKeptAnswers(client, answers, findings)
      await checkDocuments(client, prover.documents, findings)
      checkStrays(stores, findings)
      checkRefusals(rows, proof)
      for (const what of record.strange) findings.add('broken', what)
      const told = [
        ...answers.acknowledged.map((one) => [one.revisionId, one.requestId] as const),
        ...answers.changeRequests.map((one) => [one.id, one.requestId] as const),
      ]
      return { rows, unanswered: told.filter(([id, requestId]) => causes.get(id) !== requestId).length }
    },
    damage,
  )
}

export type Damage = (client: ClientBase) => Promise<void>

/** Call it before reading the rows: later responses need not be in them. */
function answersIn({ acknowledged, changeRequests }: Record): Answers {
  return { acknowledged: [...acknowledged.values()], changeRequests: [...changeRequests.values()] }
}

async function look(proof: Proof, client: ClientBase, answers: Answers): Promise<Rows> {
  const { stores, proven, findings } = proof
  const rows = await readRows(client, proof.record.spaces)
  for (const { contentId } of rows.spaces.values()) {
    const store = stores.get(contentId) ?? checkedObjects(contentId)
    await store.readNew(client)
    stores.set(contentId, store)
  }
  for (const row of rows.revisions.values()) await proveUpTo(proof, rows, row)
  checkSignatures(proof)
  checkLines(rows, proven, answers, findings)
  checkChangeRequests(rows, answers, findings)
  return rows
}

/** Proves the preceding revisions first. */
async function proveUpTo(proof: Proof, rows: Rows, row: RevisionRow) {
  const { proven, failed } = proof
  const unknown: RevisionRow[] = []
  for (let next: RevisionRow | undefined = row; next && !proven.has(next.id) && !failed.has(next.id); ) {
    unknown.push(next)
    next = rows.revisions.get(next.parents[0] ?? '')
  }
  for (const one of unknown.reverse()) await proveOne(proof, rows, one)
}

async function proveOne({ stage, stores, prover, proven, failed }: Proof, rows: Rows, row: RevisionRow) {
  const { contentId } = rows.spaces.get(row.spaceId) ?? { contentId: '' }
  const store = stores.get(contentId)
  const before = proven.get(row.parents[0] ?? '')
  const revision = store && (await prove(prover, row, before, { store, contentId, folder: stage.folder }))
  if (revision) proven.set(row.id, revision)
  else failed.add(row.id)
}

/** Two revisions of one batch mean that it took effect twice. */
function checkSignatures({ proven, findings }: Proof) {
  const signed = new Map<string, string>()
  for (const [id, { state }] of proven) {
    if (!/^b\d+$/.test(state.signature)) continue
    const other = signed.get(state.signature)
    if (other !== undefined) findings.add('duplicated', `${state.signature} made ${other} and ${id}`)
    signed.set(state.signature, id)
  }
}
