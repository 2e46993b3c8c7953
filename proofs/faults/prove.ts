import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Content, type FileRecord, hashOf } from '@stemma/content'
import { pathOf } from '../../packages/server/src/files/blob-store.ts'
import { type Batch, destinationsOf, fileBytes, fileNames, setupSignature, textOf } from './batches.ts'
import type { Findings } from './findings.ts'
import type { CheckedObjects } from './objects.ts'
import type { Record } from './record.ts'
import { outlineOf, type ReadRevision, revisionReader, type WholeRevision } from './revision.ts'
import type { RevisionRow } from './rows.ts'
import { after, differenceOf, type State, setupState, stateOf } from './state.ts'

/** A revision that was checked from its root to the last object. */
export interface Proven {
  readonly content: Content
  readonly state: State
  readonly outline: string
  /** The files that first appeared in this revision. */
  readonly files: readonly string[]
}

/** What is known from the revisions proven so far. */
export interface Prover {
  readonly record: Record
  readonly findings: Findings
  readonly read: ReadRevision
  /** By set of pages, the IDs of the files that were added with it. */
  readonly files: Map<string, readonly string[]>
  /** Every text read so far. */
  readonly documents: Map<string, WrittenDocument>
  readonly blobs: Set<string>
}

interface WrittenDocument {
  readonly spaceId: string
  readonly page: string
  readonly document: string
}

export function newProver(record: Record, findings: Findings): Prover {
  const read = revisionReader()
  return { record, findings, read, files: new Map(), documents: new Map(), blobs: new Set() }
}

export interface Place {
  readonly store: CheckedObjects
  readonly contentId: string
  readonly folder: string
}

/** Checks one revision against its predecessor and records findings; undefined if it cannot be read. */
export async function prove(
  prover: Prover,
  row: RevisionRow,
  before: Proven | undefined,
  place: Place,
): Promise<Proven | undefined> {
  const { findings, read } = prover
  const whole = await read(place.store, row.root, before?.content).catch((error: Error) => {
    findings.add('broken', `the revision ${row.id} cannot be read: ${error.message}`)
  })
  if (!whole) return undefined
  const { state, faults } = stateOf(whole.pages)
  for (const fault of faults) findings.add('half', `in the revision ${row.id}, ${fault}`)
  const difference = unlike(prover, row, { state, whole, before })
  if (difference !== undefined)
    findings.add('half', `the revision ${row.id} by ${state.signature}: ${difference}`)
  for (const file of whole.newFiles.values()) await proveBlob(prover, file, row, place)
  if (before && whole.newFiles.size > 0) prover.files.set(state.signature, sortedByName(whole.newFiles))
  proveTexts(prover, row, state, whole)
  const pages = [...whole.pages].map(([id, { parent, title }]) => ({ id, parent, title }))
  return { content: whole.content, state, outline: outlineOf(pages), files: [...whole.newFiles.keys()] }
}

interface Seen {
  readonly state: State
  readonly whole: WholeRevision
  readonly before: Proven | undefined
}

/** How a revision differs from its predecessor with its batch applied; undefined if it doesn't. */
function unlike({ record }: Prover, row: RevisionRow, { state, whole, before }: Seen): string | undefined {
  const { signature } = state
  if (row.parents.length === 0) return differenceOf(state, { signature: '', sets: new Map() })
  if (before === undefined) return undefined
  if (signature === setupSignature) return differenceOf(state, setupState)
  const batch = record.sent.get(signature)
  if (batch === undefined) return 'nobody sent such a batch'
  const { spaceId, changeRequestId = null } = batch.line
  if (row.spaceId !== spaceId || row.changeRequestId !== changeRequestId) return 'it is on another line'
  const made = state.sets.get(batch.id)?.pages ?? []
  return differenceOf(state, after(before.state, batch, made)) ?? unlikeFiles(batch, whole)
}

function unlikeFiles({ id, action }: Batch, { newFiles, isFileGone }: WholeRevision): string | undefined {
  if (isFileGone) return 'it has lost a file'
  const wanted = fileNames(id, action.kind === 'insert' ? action.files : 0)
  const expected = wanted.map((name) => `${name} ${hashOf(fileBytes(name))}`).join()
  const actual = [...newFiles.values()].map(({ name, hash }) => `${name} ${hash}`).sort()
  return actual.join() === expected ? undefined : `its new files are ${actual.join() || 'none'}`
}

async function proveBlob(
  { blobs, findings }: Prover,
  { name, hash, size }: FileRecord,
  row: RevisionRow,
  { folder, contentId }: Place,
) {
  const path = join(folder, pathOf({ contentId, hash }))
  if (blobs.has(path)) return
  blobs.add(path)
  const bytes = await readFile(path).catch(() => undefined)
  if (bytes?.length !== size || hashOf(bytes) !== hash)
    findings.add('broken', `the bytes ${hash} of ${name} in the revision ${row.id} are not as they were`)
}

function sortedByName(files: ReadonlyMap<string, FileRecord>): string[] {
  return [...files].sort(([, a], [, b]) => (a.name < b.name ? -1 : 1)).map(([id]) => id)
}

/** Each text must be what its batch wrote, with links to the actual pages and files. */
function proveTexts(prover: Prover, row: RevisionRow, { sets }: State, { pages, texts }: WholeRevision) {
  const { documents, files, findings } = prover
  for (const [set, { by, pages: members }] of sets) {
    for (const [index, page] of members.entries()) {
      const record = pages.get(page)
      const document = record?.type === 'document' ? record.document : ''
      const key = `${page} ${by} ${document}`
      if (documents.has(key)) continue
      documents.set(key, { spaceId: row.spaceId, page, document })
      const destinations = destinationsOf({ pages: members, files: files.get(set) ?? [] }, index)
      const wanted = textOf({ set, number: index + 1, of: members.length, by }, destinations)
      if (texts.get(document) !== wanted)
        findings.add('half', `in the revision ${row.id}, the text of the page ${page} is not by ${by}`)
    }
  }
}
