import type { Proof } from './proof.ts'
import type { Rows } from './rows.ts'

/**
 * Rejected batches must have left nothing and been rejected because another client deleted the pages, and
 * everything stored must have been acknowledged. Call it when every request has been answered.
 */
export function checkRefusals({ changeRequests }: Rows, { record, proven, findings }: Proof) {
  for (const [id, { state }] of proven) {
    const { signature } = state
    if (record.refused.has(signature))
      findings.add('half', `${signature} was refused, yet there is its revision ${id}`)
    else if (/^b\d+$/.test(signature) && !record.acknowledged.has(signature))
      findings.add('duplicated', `${signature} made the revision ${id}, of which nobody was told`)
  }
  const deleted = new Set(
    [...record.acknowledged.values()].flatMap(({ batch: { action, line } }) =>
      action.kind === 'delete' ? `${action.set.id} ${line.changeRequestId}` : [],
    ),
  )
  for (const id of record.refused.keys()) {
    const { action, line } = record.sent.get(id) ?? {}
    if (action === undefined || action.kind === 'insert') continue
    if (deleted.has(`${action.set.id} ${line?.changeRequestId}`)) continue
    const base = changeRequests.get(line?.changeRequestId ?? '')?.base ?? ''
    const begun = proven.get(base)
    if (begun === undefined || begun.state.sets.has(action.set.id))
      findings.add('lost', `${id} did not find the set ${action.set.id}, which nobody had deleted`)
  }
}
