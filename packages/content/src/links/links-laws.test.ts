import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Change } from '../changes/change.ts'
import type { Content } from '../content.ts'
import { parseDocument } from '../documents/parse.ts'
import { decodeText } from '../documents/text.ts'
import { mergeContents } from '../merge/merge-contents.ts'
import type { ObjectStore } from '../objects.ts'
import { type PageTree, pageTree } from '../pages/read-pages.ts'
import { derivedMaps, givenContent, page } from '../test/writing.ts'
import { pagesInMemory } from '../tree/pages-in-memory.ts'
import { readDestination } from './destination.ts'
import { backlinksOfPage, countBroken, type Link, linksFrom } from './read-links.ts'
import { linkResolver } from './resolve.ts'

test('after any history of edits, moves and merges, links are what reading every text says', async () => {
  await fc.assert(
    fc.asyncProperty(changes, changes, changes, async (first, second, third) => {
      const space = await givenContent(page('A'), page('B'), page('C'), page('D'))
      const { store } = space
      const write = async (from: Content, wanted: readonly Change[]) => {
        space.restart(from)
        for (const change of wanted) await space.write(change).catch(() => {})
        return space.content
      }
      const base = await write(space.content, first)
      const [ours, theirs] = [await write(base, second), await write(base, third)]
      const merged = await mergeContents(store, { base, ours, theirs })
      await store.put(merged.objects)
      for (const content of [ours, merged.content]) await requireExact(store, content, base)
    }),
    { numRuns: Number(process.env.RUNS ?? 150) },
  )
})

async function requireExact(store: ObjectStore, content: Content, base: Content) {
  const { expected, actual } = await derivedMaps(store, content)
  assert.deepEqual(actual, expected)
  const [scanned, before] = [await scan(store, content), await scan(store, base)]
  const found: Link[] = []
  for await (const links of linksFrom(store, content, { atOnce: 3 })) found.push(...links)
  assert.deepEqual(shown(found.map((link) => ({ ...link, page: pageIn(link) }))), shown(scanned.links))
  const inMemory = linkResolver(store, content, await pagesInMemory(await pageTree(store, content)))
  for (const { owner, destination, target } of found) {
    const meant = readDestination(destination, 'link')
    assert.deepEqual(meant && (await inMemory(owner, meant)), target)
  }
  for (const { id, record } of scanned.pages) {
    const wanted = scanned.links.filter(({ owner, page: to }) => to === id && owner !== id)
    const owners = [...new Set(wanted.map(({ owner }) => owner))].sort()
    assert.deepEqual(await backlinksOfPage(store, content, { id, record }), owners)
  }
  const broken = (links: readonly Scanned[]) => shown(links.filter(({ page: to }) => to === undefined))
  const was = new Set(broken(before.links))
  const is = broken(scanned.links)
  const added = is.filter((link) => !was.has(link))
  assert.deepEqual(await countBroken(store, content, base), { total: is.length, added: added.length })
}

function pageIn({ target }: Link): string | undefined {
  return target && 'page' in target ? target.page : undefined
}

interface Scanned {
  readonly owner: string
  readonly destination: string
  readonly page: string | undefined
}

function shown(links: readonly Scanned[]): readonly string[] {
  return [...new Set(links.map(({ owner, destination, page: to }) => `${owner} ${destination} ${to}`))].sort()
}

/** A full scan: lays the pages out as files, and resolves paths among them. */
async function scan(store: ObjectStore, content: Content) {
  const flat = (pages: readonly PageTree[]): PageTree[] => pages.flatMap((one) => [one, ...flat(one.pages)])
  const tree = await pageTree(store, content)
  const pages = flat(tree)
  const byPath = new Map(pages.map(({ path, id }) => [path, id]))
  const ids = new Set(pages.map(({ id }) => id))
  const first = tree.find(({ record }) => record.type === 'document')?.id
  const at = (way: string): string | undefined => {
    const path = posix
      .normalize(way)
      .replace(/(^|\/)README\.md$/, '')
      .replace(/\/$/, '')
    if (path === '' || path === '.') return first
    return byPath.get(path) ?? byPath.get(path.replace(/\.md$/, ''))
  }
  const resolve = ({ id, path, pages: below }: PageTree, destination: string) => {
    const [way = ''] = destination.split('#', 1)
    if (way === '') return id
    const [, name] = /^\/pages\/(.*)$/.exec(way) ?? []
    if (name !== undefined) return ids.has(name) ? name : at(name)
    const file = below.length > 0 && id !== first ? `${path}/README.md` : `${path}.md`
    const other = file.endsWith('/README.md') ? `${path}.md` : `${path}/README.md`
    return at(posix.join(posix.dirname(file), way)) ?? at(posix.join(posix.dirname(other), way))
  }
  const links: Scanned[] = []
  for (const one of pages) {
    const [bytes = new Uint8Array()] =
      one.record.type === 'document' ? await store.get([one.record.document]) : []
    for (const { destination } of parseDocument(decodeText(bytes), { page: true }).links) {
      links.push({ owner: one.id, destination, page: resolve(one, destination) })
    }
  }
  return { pages, links }
}

const known = fc.constantFrom('id000000', 'id000001', 'id000002', 'id000003', 'id000004')
const slug = fc.constantFrom('a', 'b', 'c', 'x', 'y', 'id000001')
const way = fc
  .tuple(
    fc.constantFrom('/pages/', './', '', '../', '../../', './x/'),
    fc.array(slug, { maxLength: 2 }),
    fc.constantFrom('', '.md', '/', '/README.md'),
  )
  .map(
    ([start, slugs, end]) =>
      start + (slugs.length > 0 ? slugs.join('/') + end : end.replace(/^(\/|\.md)/, '')),
  )
const destination = fc.oneof(
  way,
  way.map((one) => `${one}#part`),
  known.map((id) => `/pages/${id}`),
  fc.constant('#part'),
)
const document = fc
  .array(
    destination.filter((one) => one !== ''),
    { maxLength: 4 },
  )
  .map((ways) => ({ markdown: `Text.\n\n${ways.map((one) => `[x](${one})`).join('\n')}\n` }))
const update = { operation: fc.constant('update_page' as const), page: known }
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ ...update, document }) },
  { weight: 2, arbitrary: fc.record({ ...update, into: fc.option(known), at: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ ...update, slug }) },
  fc.record({ operation: fc.constant('delete_page' as const), page: known }),
  {
    weight: 2,
    arbitrary: fc.record({
      operation: fc.constant('insert_page' as const),
      title: slug,
      into: known,
      document,
    }),
  },
)
const changes = fc.array(change, { maxLength: 6 })
