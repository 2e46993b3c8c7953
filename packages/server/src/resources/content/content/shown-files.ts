import {
  decodeText,
  fileLinks,
  findRecord,
  linksInText,
  type PageRecord,
  type PageTree,
  reusableIdOf,
} from '@stemma/content'
import type { Context } from '../../../common/context.ts'
import { contentOf, type View } from './view.ts'
import { isReusableSeen, seenTexts } from './visible.ts'

/**
 * The files that a visitor sees in these pages: renderers find the URLs of images in the revision. A
 * condition can hide a file, so the texts that have conditions are cut.
 */
export async function shownFiles(
  context: Context,
  view: View,
  pages: readonly PageTree[],
): Promise<ReadonlySet<string>> {
  const records = new Map(flat(pages).map(({ id, record }) => [id, record]))
  const files = await filesByOwner(view)
  const pieces = [...files.keys()].filter((owner) => reusableIdOf(owner) !== undefined)
  const seen = [...files.keys()].filter((owner) => records.has(owner))
  for (const piece of pieces.slice(0, piecesMax)) {
    if (await isReusableSeen(context, view, reusableIdOf(piece) ?? '')) seen.push(piece)
  }
  const texts = await conditionalTexts(view, seen, records)
  const cut = await seenTexts(context, view)
  const shown = new Set<string>()
  for (const owner of seen) {
    const [record, whole] = [records.get(owner), texts.get(owner)]
    const text = whole === undefined ? undefined : cut(whole, record)
    const some = text === whole ? files.get(owner) : await filesIn(view, { owner, record }, text ?? '')
    for (const file of some ?? []) shown.add(file)
  }
  return shown
}

const piecesMax = 100

function flat(pages: readonly PageTree[]): readonly PageTree[] {
  return pages.flatMap((page) => [page, ...flat(page.pages)])
}

async function filesByOwner(view: View): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const owners = new Map<string, Set<string>>()
  for await (const links of fileLinks(view.store, await contentOf(view))) {
    for (const { owner, target } of links) {
      if (target?.kind === 'file') owners.set(owner, (owners.get(owner) ?? new Set()).add(target.file))
    }
  }
  return owners
}

/**
 * The texts of these owners that have conditions. Texts never change, so whether one has conditions is
 * remembered, and most texts are read only once.
 */
async function conditionalTexts(
  view: View,
  owners: readonly string[],
  records: ReadonlyMap<string, PageRecord>,
): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>()
  for (const owner of owners) {
    const hash = await hashOf(view, owner, records.get(owner))
    if (hash !== undefined && known.get(hash) !== false) hashes.set(owner, hash)
  }
  const wanted = [...hashes]
  const texts = new Map<string, string>()
  for (let at = 0; at < wanted.length; at += textsAtOnce) {
    const some = wanted.slice(at, at + textsAtOnce)
    const read = await view.store.get(some.map(([, hash]) => hash))
    for (const [index, [owner, hash]] of some.entries()) {
      const text = decodeText(read[index] ?? noBytes)
      const isConditional = text.includes('{%')
      if (isConditional) texts.set(owner, text)
      remember(hash, isConditional)
    }
  }
  return texts
}

const textsAtOnce = 100
const noBytes = new Uint8Array(0)

/** Whether a text has conditions, by its hash. The oldest entries are forgotten first. */
const known = new Map<string, boolean>()
const knownMax = 100_000

function remember(hash: string, isConditional: boolean) {
  known.set(hash, isConditional)
  const [oldest] = known.keys()
  if (known.size > knownMax && oldest !== undefined) known.delete(oldest)
}

/** The text of a page or a piece of reusable content; undefined if it has none, as a link does. */
async function hashOf(view: View, owner: string, record: PageRecord | undefined) {
  const piece = reusableIdOf(owner)
  if (piece === undefined) return record?.type === 'document' ? record.document : undefined
  return (await findRecord(view.store, await contentOf(view), 'reusableContents', piece))?.document
}

interface Place {
  readonly owner: string
  readonly record: PageRecord | undefined
}

async function filesIn(view: View, { owner, record }: Place, text: string): Promise<readonly string[]> {
  const place = { owner, ...(record && { record }) }
  const links = await linksInText(view.store, await contentOf(view), place, text)
  return links.flatMap(({ target }) => (target?.kind === 'file' ? target.file : []))
}
