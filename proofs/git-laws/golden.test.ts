import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashOf, type PageRecord } from '@stemma/content'
import { filesOf, givenRecords } from '../../packages/content/src/test/tree-files.ts'
import { apply } from '../../packages/content/src/test/tree-laws.ts'
import { treeId } from './tree-id.ts'

const time = '2026-01-01T00:00:00.000Z'
const text = '\uFEFF# One\r\n\r\n[a](/pages/a#x) ![](/files/f) [gone](/pages/no) [b](./b.md)\r\n'
const document = hashOf(text)
const page = { createdAt: time, updatedAt: time, parent: '', document, type: 'document' } as const
const group = { createdAt: time, updatedAt: time, parent: '', type: 'group' } as const
const link = { createdAt: time, updatedAt: time, parent: 'g', type: 'link' } as const

const records = {
  pages: new Map<string, PageRecord>([
    ['a', { ...page, title: 'A *a*', slug: 'a', rank: 'B' }],
    ['b', { ...page, title: 'B', slug: 'A', rank: 'C', parent: 'a', git: { oid: '', path: 'docs/B 1.md' } }],
    ['c', { ...page, title: 'C', slug: 'con', rank: 'D', parent: 'a' }],
    ['d', { ...page, title: 'D', slug: 'CON', rank: 'E', parent: 'a' }],
    ['g', { ...group, title: 'Group', slug: 'g', rank: 'F' }],
    ['l', { ...link, title: 'Link', rank: 'B', target: { kind: 'anchor', page: 'c', anchor: 'x y' } }],
    ['e', { ...page, title: 'E', slug: 'é.md', rank: 'G' }],
  ]),
  files: new Map([['f', { name: 'x (1).png', contentType: 'image/png', size: 1, hash: hashOf('x') }]]),
  reusableContents: new Map([['r', { title: 'Part one', document }]]),
  variables: new Map([['name', 'value']]),
  texts: [text],
}

// A change of these IDs is a change of every commit that was made: add a layout version instead.
test('the tree of layout 1 is what it was', async () => {
  const { store, content } = await givenRecords(records)
  assert.equal(treeId(await filesOf(store, content)), 'fdbc9b7af4fc1553468efc246cdc7dddd102dbf2')
})

test('above 5,000 pages, each folder has a SUMMARY.md, whose change is that of its level', async () => {
  const many = Array.from({ length: 5_000 }, (_, at): [string, PageRecord] => [
    `p${at}`,
    { ...page, title: `P ${at}`, slug: `p-${at}`, rank: `${100_000 + at}1`, parent: at % 2 === 0 ? 'g' : '' },
  ])
  const { store, content } = await givenRecords({ ...records, pages: new Map([...records.pages, ...many]) })
  const files = await filesOf(store, content)
  assert.equal(files.get('a/SUMMARY.md')?.includes('../docs/B%201.md'), true)
  assert.match(files.get('SUMMARY.md') ?? '', /^## \[Group\]\(g\/SUMMARY\.md\)$/m)
  assert.equal(treeId(files), '3bb22305185bbd7d454e7bf32ac7dfac52b18b0f')

  const level = files.get('g/SUMMARY.md') ?? ''
  const moved = level
    .replace('* [P 4998](p-4998.md)\n', '')
    .replace('* [P 0]', '* [P 4998](p-4998.md)\n* [P 0]')
  const written = new Map([['g/SUMMARY.md', { bytes: Buffer.from(moved) }]])
  const after = await filesOf(store, await apply(store, content, { written }))
  const differing = [...files].flatMap(([path, text]) => (after.get(path) === text ? [] : [path]))
  assert.deepEqual(differing, ['g/SUMMARY.md'])
  assert.equal(after.get('g/SUMMARY.md'), moved)
})
