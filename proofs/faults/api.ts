import { hashOf } from '@stemma/content'
import type { Page } from '@stemma/contract'
import { fileBytes, fileNames } from './batches.ts'
import { someOf } from './chance.ts'
import { inParallel } from './parallel.ts'
import type { Proof } from './proof.ts'
import type { Acknowledged } from './record.ts'
import { outlineOf } from './revision.ts'
import type { Rows } from './rows.ts'
import { refusalOf, type Send } from './send.ts'
import { sendBatch, sendChangeRequest } from './writers.ts'

/** Reads a sample of the acknowledged and proven revisions over the API. */
export async function readSome(proof: Proof, send: Send, countMax: number) {
  const { record, proven } = proof
  const latest = [...record.acknowledged.values()].slice(-latestMax)
  const known = latest.filter(({ revisionId }) => proven.has(revisionId))
  await inParallel(workers, someOf(known, countMax), (one) => readRevision(proof, send, one))
}

const latestMax = 50

/** Reads everything acknowledged, every head and every file over the API. */
export async function readAll(proof: Proof, { spaces, changeRequests }: Rows, send: Send) {
  const acknowledged = [...proof.record.acknowledged.values()]
  await inParallel(workers, acknowledged, (one) => readRevision(proof, send, one))
  await inParallel(workers, [...spaces.values()], async ({ id, head }) => {
    const answer = await send((api) => api.request('getCurrentRevision', { params: { spaceId: id } }))
    if (answer) requireShown(proof, { ...answer.data, line: id, head })
  })
  await inParallel(workers, [...changeRequests.values()], async ({ id, spaceId, number, head }) => {
    const params = { spaceId, changeRequestId: String(number) }
    const shown = await send((api) => api.request('getChangeRequestById', { params }))
    const answer = await send((api) => api.request('listPagesInChangeRequest', { params }))
    if (shown && answer) requireShown(proof, { ...answer.data, id: shown.data.revision, line: id, head })
  })
  const filed = acknowledged.filter(({ made }) => made.files.length > 0)
  await inParallel(workers, filed, (one) => readFiles(proof, send, one))
  return {
    revisions: acknowledged.length,
    files: filed.reduce((sum, { made }) => sum + made.files.length, 0),
  }
}

/** Repeats requests that were answered long ago: each must get the same response. */
export async function repeatSome({ record, findings }: Proof, send: Send, countMax: number) {
  const [batches, drafts] = [[...record.acknowledged.values()], [...record.changeRequests.values()]]
  await inParallel(workers, someOf(batches, countMax), async ({ batch, revisionId }) => {
    const answer = await sendBatch(send, batch).catch(refusalOf)
    const told = typeof answer === 'string' ? answer : answer?.revisionId
    if (told !== undefined && told !== revisionId)
      findings.add('duplicated', `${batch.id}, repeated, was told "${told}" after ${revisionId}`)
  })
  await inParallel(workers, someOf(drafts, countMax), async ({ subject, spaceId, id }) => {
    const answer = await sendChangeRequest(send, spaceId, subject)
    if (answer && answer.data.id !== id)
      findings.add('duplicated', `${subject}, repeated, made ${answer.data.id}`)
  })
}

async function readRevision(proof: Proof, send: Send, { batch, revisionId }: Acknowledged) {
  const params = { spaceId: batch.line.spaceId, revisionId }
  const answer = await send((api) => api.request('listPagesInRevisionById', { params }))
  if (answer) requireShown(proof, { ...answer.data, id: revisionId, line: batch.id, head: revisionId })
}

interface Shown {
  readonly id: string
  readonly pages: readonly Page[]
  readonly line: string
  readonly head: string
}

function requireShown({ proven, findings }: Proof, { id, pages, line, head }: Shown) {
  if (id !== head) findings.add('lost', `the API shows ${id} as the head of ${line}, which is ${head}`)
  if (outlineOf(flat(pages, '')) !== proven.get(id)?.outline)
    findings.add('lost', `the API shows other pages in ${id} of ${line} than it has`)
}

function flat(pages: readonly Page[], parent: string): { id: string; parent: string; title: string }[] {
  return pages.flatMap((page) => [
    { id: page.id, parent, title: page.title },
    ...('pages' in page ? flat(page.pages, page.id) : []),
  ])
}

async function readFiles({ findings }: Proof, send: Send, { batch, revisionId, made }: Acknowledged) {
  const names = fileNames(batch.id, made.files.length)
  for (const [index, fileId] of made.files.entries()) {
    const params = { spaceId: batch.line.spaceId, revisionId, fileId }
    const answer = await send((api) => api.request('getFileInRevisionById', { params }))
    if (answer === undefined) continue
    const bytes = await downloaded(answer.data.downloadURL).catch(() => undefined)
    if (bytes === undefined || hashOf(bytes) !== hashOf(fileBytes(names[index] ?? '')))
      findings.add('broken', `the file ${fileId} in ${revisionId} cannot be downloaded as it was sent`)
  }
}

async function downloaded(url: string): Promise<Uint8Array | undefined> {
  const response = await fetch(url)
  return response.ok ? response.bytes() : undefined
}

const workers = 6
