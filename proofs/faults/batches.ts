import { hash } from 'node:crypto'
import type { ContentChange } from '@stemma/contract'

/** Where a batch is written: to a space in live edit mode, or to one of its change requests. */
export interface Line {
  readonly spaceId: string
  readonly changeRequestId?: string
}

/** Pages that belong together: a batch inserts, edits, moves or deletes all of them or none. */
export interface PageSet {
  readonly id: string
  readonly pages: readonly string[]
  readonly files: readonly string[]
}

export type Action =
  | {
      readonly kind: 'insert'
      readonly pages: number
      readonly files: number
      readonly into: string | null
    }
  | { readonly kind: 'edit' | 'delete'; readonly set: PageSet }
  | { readonly kind: 'move'; readonly set: PageSet; readonly into: string | null; readonly at: number }

/** One request. Everything it writes contains its ID. */
export interface Batch {
  readonly id: string
  readonly line: Line
  /** The page that every batch signs, so that each revision names its batch. */
  readonly ledger: string
  readonly action: Action
}

export const setupSignature = 'setup'

/** Deterministic: the same batch always gets the same changes. */
export function changesOf({ id, ledger, action }: Batch): ContentChange[] {
  const signed: ContentChange = { operation: 'update_page', page: ledger, title: ledgerTitle(id) }
  const changes = actionChanges(id, action)
  return isLate(id) ? [...changes, signed] : [signed, ...changes]
}

/** Half of the batches sign before the changes that may be rejected, half after. */
function isLate(id: string): boolean {
  return Number(id.slice(1)) % 2 === 0
}

function actionChanges(id: string, action: Action): ContentChange[] {
  switch (action.kind) {
    case 'insert':
      return insertions(id, action)
    case 'edit':
      return action.set.pages.map((page, index) => {
        const place = { set: action.set.id, number: index + 1, of: action.set.pages.length, by: id }
        const markdown = textOf(place, destinationsOf(action.set, index))
        return { operation: 'update_page', page, title: titleOf(place), document: { markdown } }
      })
    case 'move':
      return action.set.pages.map((page) => ({
        operation: 'update_page',
        page,
        into: action.into,
        at: action.at,
      }))
    case 'delete':
      return action.set.pages.map((page) => ({ operation: 'delete_page', page }))
  }
}

function insertions(id: string, { pages, files, into }: Extract<Action, { kind: 'insert' }>) {
  const names = fileNames(id, files)
  const inserted = Array.from({ length: pages }, (_, index): ContentChange => {
    const place = { set: id, number: index + 1, of: pages, by: id }
    const destinations = {
      next: `./p${(index + 1) % pages}.md`,
      files: index === 0 ? names.map((_name, at) => `./f${at}`) : [],
    }
    return {
      operation: 'insert_page',
      ref: `p${index}`,
      title: titleOf(place),
      document: { markdown: textOf(place, destinations) },
      ...(into !== null && { into }),
    }
  })
  const filed: ContentChange = {
    operation: 'insert_files',
    files: names.map((name, at) => ({
      name,
      ref: `f${at}`,
      base64: fileBytes(name).toString('base64'),
      contentType: 'text/plain',
    })),
  }
  return names.length > 0 ? [...inserted, filed] : inserted
}

/** A page of a set, and the batch that last wrote it, all encoded in the page's title. */
export interface Place {
  readonly set: string
  readonly number: number
  readonly of: number
  readonly by: string
}

function titleOf({ set, number, of, by }: Place): string {
  return `${set} ${number}/${of} ${by}`
}

export function placeIn(title: string): Place | undefined {
  const [, set, number, of, by] = title.match(/^(b\d+) (\d+)\/(\d+) (b\d+)$/) ?? []
  if (set === undefined || by === undefined) return undefined
  return { set, number: Number(number), of: Number(of), by }
}

export function ledgerTitle(signature: string): string {
  return `Ledger ${signature}`
}

export function signatureIn(title: string): string | undefined {
  return title.match(/^Ledger (\w+)$/)?.[1]
}

interface Destinations {
  readonly next: string
  readonly files: readonly string[]
}

/** Each page of a set links to the next one, and the first to the files. */
export function destinationsOf({ pages, files }: Omit<PageSet, 'id'>, index: number): Destinations {
  return {
    next: `/pages/${pages[(index + 1) % pages.length]}`,
    files: index === 0 ? files.map((id) => `/files/${id}`) : [],
  }
}

export function textOf(place: Place, { next, files }: Destinations): string {
  const { set, number, of, by } = place
  const links = files.map((file) => `[a file](${file})`).join(' and ')
  return [
    `Page ${number} of ${of} of ${set}, written by ${by}, before [another](${next}).`,
    `From [somewhere](https://example.com/${set}). ${links}`.trimEnd(),
    'Some words. '.repeat(1 + (sizeOf(`${by} ${number}`) % 400)).trimEnd(),
    '',
  ].join('\n\n')
}

export function fileNames(set: string, files: number): string[] {
  return Array.from({ length: files }, (_, at) => `${set}-${at}.txt`)
}

/** Nearby batches sometimes upload identical bytes, as people do. */
export function fileBytes(name: string): Buffer {
  const [, batch = 0, at = 0] = (name.match(/^b(\d+)-(\d+)/) ?? []).map(Number)
  const seed = at === 0 ? name : `shared ${Math.floor(batch / 10)}`
  return Buffer.alloc(1 + (sizeOf(seed) % fileBytesMax), `${hash('sha256', seed)} `)
}

const fileBytesMax = 100_000

/** A pseudorandom number, the same for the same seed. */
function sizeOf(seed: string): number {
  return Number.parseInt(hash('sha256', seed).slice(0, 8), 16)
}
