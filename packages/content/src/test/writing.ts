import assert from 'node:assert/strict'
import type { AppliedChanges } from '../changes/applied.ts'
import { applyChanges } from '../changes/apply.ts'
import type { Change, InsertPage } from '../changes/change.ts'
import { type Content, emptyContent, knownObjects } from '../content.ts'
import {
  linkEntries,
  type OwnedSource,
  reusableOwner,
  sourceOfPage,
  sourceOfReusable,
} from '../links/link-entries.ts'
import { entries } from '../map/index.ts'
import { memoryStore } from '../memory-store.ts'
import type { ObjectStore } from '../objects.ts'
import { childKey, pathKey } from '../pages/keys.ts'
import { decodePage, isAddressed } from '../pages/page-record.ts'
import { type PageTree, pageTree } from '../pages/read-pages.ts'
import type { ReusableContentRecord } from '../records.ts'

/** A content that is changed step by step; each step is one batch of changes. */
export async function givenContent(...changes: readonly Change[]) {
  const store = memoryStore()
  await store.put(knownObjects)
  const revisions: Content[] = [emptyContent]
  let [ids, moments] = [0, 0]
  const space = {
    store,
    get content(): Content {
      return revisions.at(-1) ?? emptyContent
    },
    async write(...wanted: readonly Change[]): Promise<AppliedChanges> {
      const applied = await applyChanges(store, space.content, wanted, {
        now: new Date(Date.UTC(2026, 0, 1) + moments++ * 1000).toISOString(),
        newId: () => `id${String(ids++).padStart(6, '0')}`,
        contentOf: async (revision) => revisions[Number(revision ?? 1)],
      })
      await store.put(applied.objects)
      revisions.push(applied.content)
      return applied
    },
    /** Continues from another content. */
    restart: (content: Content) => revisions.push(content),
    outline: async () => outlineOf(await pageTree(store, space.content)),
  }
  if (changes.length > 0) await space.write(...changes)
  return space
}

export function page(title: string, more: Partial<InsertPage> = {}): InsertPage {
  return { operation: 'insert_page', title, document: { markdown: `Text of ${title}.\n` }, ...more }
}

/** The tree as nested titles: `A(B,C(D))`. */
export function outlineOf(pages: readonly PageTree[]): string {
  const one = ({ record, pages: below }: PageTree) =>
    record.title + (below.length > 0 ? `(${outlineOf(below)})` : '')
  return pages.map(one).join(',')
}

/** The derived maps as computed from the pages and their texts, and as stored. */
export async function derivedMaps(store: ObjectStore, content: Content) {
  const expected = { children: new Map(), paths: new Map(), links: new Map() } as Record<
    Derived,
    Map<string, string>
  >
  const sources: OwnedSource[] = []
  for (const [id, text] of await everything(store, content.pages)) {
    const record = decodePage(text)
    expected.children.set(childKey(id, record), '')
    if (isAddressed(record)) expected.paths.set(pathKey(record.parent, record.slug), id)
    sources.push({ owner: id, source: sourceOfPage(record) })
  }
  for (const [id, text] of await everything(store, content.reusableContents)) {
    const record = JSON.parse(text) as ReusableContentRecord
    sources.push({ owner: reusableOwner(id), source: sourceOfReusable(record) })
  }
  for (const [key, value] of await linkEntries(store, sources)) expected.links.set(key, value)
  const actual = Object.fromEntries(
    await Promise.all(derived.map(async (map) => [map, sorted(await everything(store, content[map]))])),
  )
  return { expected: Object.fromEntries(derived.map((map) => [map, sorted(expected[map])])), actual }
}

/** Checks that every page can be reached from the top level and that the derived maps are correct. */
export async function requireTree(store: ObjectStore, content: Content) {
  const { expected, actual } = await derivedMaps(store, content)
  assert.deepEqual(actual, expected)
  const inTree = (pages: readonly PageTree[]): number =>
    pages.reduce((sum, { pages: below }) => sum + 1 + inTree(below), 0)
  assert.equal(inTree(await pageTree(store, content)), (expected.children as unknown[]).length)
}

const derived = ['children', 'paths', 'links'] as const
type Derived = (typeof derived)[number]

async function everything(store: ObjectStore, root: string): Promise<Map<string, string>> {
  const all = new Map<string, string>()
  for await (const batch of entries(store, root)) for (const { key, value } of batch) all.set(key, value)
  return all
}

function sorted(map: ReadonlyMap<string, string>) {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1))
}
