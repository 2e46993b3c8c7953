import { type DocumentRecord, decodeText } from '@stemma/content'
import { stemmersOf } from '../../search/languages.ts'
import { type Section, sectionsOf } from '../../search/sections.ts'
import { misspellingsOf, spellingsIn } from '../../search/spelling.ts'
import { markOf, type Stems, stemmable, Vector } from '../../search/vector.ts'
import type { Placed, Walk } from './indexing.ts'
import * as index from './store.ts'

/** Writes the sections of pages that the index does not have; only documents are found. */
export async function writePages(walk: Walk, pages: readonly Placed[]) {
  const documents = pages.flatMap(({ id, record, path }) =>
    record.type === 'document' ? [{ id, record, path }] : [],
  )
  for (let at = 0; at < documents.length; at += pagesAtOnce) {
    await writeSome(walk, documents.slice(at, at + pagesAtOnce))
  }
}

/** Few enough to be held in memory, however long their texts are. */
const pagesAtOnce = 20

async function writeSome({ db, key, store, language }: Walk, pages: readonly Document[]) {
  const bytes = await store.get(pages.map(({ record }) => record.document))
  const texts = bytes.map(decodeText)
  const cut = pages.map(({ id, record, path }, at) => {
    const { title, description } = record
    return { id, title, path, sections: sectionsOf({ id, title, description, markdown: texts[at] ?? '' }) }
  })
  const shown = cut.flatMap(({ title, sections }) => [
    title,
    ...sections.flatMap((section) => [section.title, section.body]),
  ])
  const stems = await index.stem(db, stemmersOf([language]), stemmable(shown))
  const mark = markOf(key.organizationId)
  const indexed = cut.map(({ sections, ...page }) => ({
    ...page,
    parts: sections.map((section) => toPart(section, page, mark, stems)),
  }))
  await index.insertPages(db, key, indexed)
  const words = [...spellingsIn(shown)].map((word) => [word, misspellingsOf(word, mark)] as const)
  await index.insertWords(db, key, new Map(words))
}

interface Document {
  readonly id: string
  readonly record: DocumentRecord
  readonly path: string
}

function toPart(
  { id, anchor, title, above, body }: Section,
  page: { readonly title: string },
  mark: string,
  stems: Stems,
): index.IndexedPart {
  const vector = new Vector(mark, stems)
  vector.add(title, anchor === undefined ? 'A' : 'B')
  if (anchor !== undefined) for (const heading of [page.title, ...above]) vector.add(heading, 'C')
  const head = vector.print()
  vector.add(body, 'D')
  return { sectionId: id, anchor: anchor ?? null, title, body, head, words: vector.print() }
}
