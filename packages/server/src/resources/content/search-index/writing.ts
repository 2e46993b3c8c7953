import { type DocumentRecord, decodeText, hashOf, splitConditions } from '@stemma/content'
import { stemmersOf } from '../../../search/languages.ts'
import { type Section, sectionsOf } from '../../../search/sections.ts'
import { misspellingsOf, spellingsIn } from '../../../search/spelling.ts'
import { markOf, type Stems, stemmable, Vector } from '../../../search/vector.ts'
import * as index from './store.ts'
import type { Placed, Walk } from './walk.ts'

/** Writes the sections of pages that aren't in the index yet. Only documents are indexed. */
export async function writePages(walk: Walk, pages: readonly Placed[]) {
  const documents = pages.flatMap(({ id, record, path }) =>
    record.type === 'document' ? [{ id, record, path }] : [],
  )
  for (let at = 0; at < documents.length; at += pagesAtOnce) {
    await writeSome(walk, documents.slice(at, at + pagesAtOnce))
  }
}

/** Few enough to hold in memory, however long their texts are. */
const pagesAtOnce = 20

interface Cut extends Pick<Document, 'id' | 'path'> {
  readonly title: string
  readonly variables: Readonly<Record<string, string>>
  readonly sections: readonly Section[]
}

async function writeSome({ db, key, store, language }: Walk, pages: readonly Document[]) {
  const bytes = await store.get(pages.map(({ record }) => record.document))
  const texts = bytes.map(decodeText)
  const cut: Cut[] = []
  for (const [at, { id, record, path }] of pages.entries()) {
    const { description, variables = {} } = record
    const title = splitConditions(record.title).markdown.trim() || 'Untitled'
    const sections = await sectionsOf({ id, title, description, markdown: texts[at] ?? '' })
    cut.push({ id, title, path, variables, sections })
  }
  const isOpen = ({ conditions }: Section) => conditions === undefined
  const shown = cut.flatMap(({ title, sections }) => [title, ...textsOf(sections)])
  const open = cut.flatMap(({ title, sections }) => [title, ...textsOf(sections.filter(isOpen))])
  const stems = await index.stem(db, stemmersOf([language]), stemmable(shown))
  const mark = markOf(key.organizationId)
  const indexed = cut.map(({ sections, variables, ...page }) => ({
    ...page,
    parts: sections.map((section) => ({
      ...toPart(section, page, mark, stems),
      ...guardOf(section, key.spaceId, variables),
    })),
  }))
  await index.insertPages(db, key, indexed)
  const known = spellingsIn(open)
  const words = [...spellingsIn(shown)].map((word) => {
    return [word, { misspelt: misspellingsOf(word, mark), isConditional: !known.has(word) }] as const
  })
  await index.insertWords(db, key, new Map(words))
}

function textsOf(sections: readonly Section[]): string[] {
  return sections.flatMap(({ title, body }) => [title, body])
}

interface Document {
  readonly id: string
  readonly record: DocumentRecord
  readonly path: string
}

/** The key is specific to a space, because conditions can use variables of the space. */
function guardOf(
  { conditions }: Section,
  spaceId: string,
  variables: Readonly<Record<string, string>>,
): Pick<index.IndexedPart, 'guard' | 'conditions'> {
  if (conditions === undefined) return { guard: '', conditions: null }
  if (conditions === null) return hidden
  const asksPage = conditions.some(({ expression }) => expression.includes('page'))
  const text = JSON.stringify({ clauses: conditions, page: asksPage ? variables : {} })
  if (text.length > conditionsLengthMax) return hidden
  return { guard: hashOf(Buffer.from(`${spaceId} ${text}`)).slice(0, 22), conditions: text }
}

const hidden = { guard: 'never', conditions: null }
const conditionsLengthMax = 8_000

function toPart(
  { id, anchor, title, above, body }: Section,
  page: { readonly title: string },
  mark: string,
  stems: Stems,
): Omit<index.IndexedPart, 'guard' | 'conditions'> {
  const vector = new Vector(mark, stems)
  vector.add(title, anchor === undefined ? 'A' : 'B')
  if (anchor !== undefined) for (const heading of [page.title, ...above]) vector.add(heading, 'C')
  const head = vector.print()
  vector.add(body, 'D')
  return { sectionId: id, anchor: anchor ?? null, title, body, head, words: vector.print() }
}
