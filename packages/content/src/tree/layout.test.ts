import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '../changes/change.ts'
import { hashOf } from '../objects.ts'
import type { PageRecord } from '../pages/page-record.ts'
import { filesOf, givenRecords } from '../test/tree-files.ts'
import { givenContent, page } from '../test/writing.ts'

async function shownFiles(...changes: readonly Change[]) {
  const { store, content } = await givenContent(...changes)
  return filesOf(store, content)
}

test('a page is a file at its path, beside the folder of the pages below it', async () => {
  const files = await shownFiles(
    page('Guide', { ref: 'guide' }),
    page('First steps', { into: 'id000000', slug: 'first' }),
  )
  assert.deepEqual(
    files,
    new Map([
      ['SUMMARY.md', '# Table of contents\n\n* [Guide](guide.md)\n  * [First steps](guide/first.md)\n'],
      ['guide.md', 'Text of Guide.\n'],
      ['guide/first.md', 'Text of First steps.\n'],
    ]),
  )
})

test('links lead from file to file, and all others stay as they are', async () => {
  const text = [
    '[one](/pages/id000001#part) [two](./guide.md) [three](/pages/guide) [gone](/pages/nowhere)',
    '[out](https://example.com) [here](#here) <a href="/pages/id000000">up</a>',
    '',
    '[named]: /pages/id000000 "Title"',
    '',
  ].join('\n')
  const files = await shownFiles(
    page('Guide'),
    page('First', { into: 'id000000', document: { markdown: text } }),
    page('Other'),
  )
  assert.equal(
    files.get('guide/first.md'),
    [
      '[one](first.md#part) [two](./guide.md) [three](../guide.md) [gone](/pages/nowhere)',
      '[out](https://example.com) [here](#here) <a href="../guide.md">up</a>',
      '',
      '[named]: ../guide.md "Title"',
      '',
    ].join('\n'),
  )
})

test('names that file systems reject or confuse are encoded', async () => {
  const slugs = ['.git', 'con', 'a:b', 'SUMMARY', 'A', 'a', 'x.md', 'x', 'git~1', '長'.repeat(100)]
  const files = await shownFiles(...slugs.map((slug) => page(slug, { slug })))
  const names = [...files.keys()].filter((path) => path !== 'SUMMARY.md')
  assert.deepEqual(names.slice(0, 9), [
    '%2Egit.md',
    '%41.md',
    '%53UMMARY.md',
    '%63on.md',
    'a%3Ab.md',
    'a.md',
    'git%7E1.md',
    'x%2Emd.md',
    'x.md',
  ])
  assert.match(names[9] ?? '', /^長{63}-[a-z0-9]{8}\.md$/)
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, slugs.length)
})

const time = '2026-01-01T00:00:00.000Z'
const common = { createdAt: time, updatedAt: time }
const text = 'Hello [a](/pages/a)\n'
const document = hashOf(text)
const everyKind = {
  pages: new Map<string, PageRecord>([
    ['g', { type: 'group', title: 'Group *one*', slug: 'g', parent: '', rank: 'B', ...common }],
    ['a', { type: 'document', title: 'A [a]', slug: 'a', parent: 'g', rank: 'B', document, ...common }],
    [
      'l',
      { type: 'link', title: 'L', parent: 'g', rank: 'C', target: { kind: 'page', page: 'a' }, ...common },
    ],
    [
      'u',
      {
        type: 'link',
        title: 'U',
        parent: '',
        rank: 'D',
        target: { kind: 'url', url: 'https://x.org/(a b)' },
        ...common,
      },
    ],
    [
      'b',
      {
        type: 'document',
        title: 'B',
        slug: 'b',
        parent: '',
        rank: 'E',
        document,
        git: { oid: '', path: 'docs/B 1.md' },
        ...common,
      },
    ],
  ]),
  reusableContents: new Map([['r', { title: 'Part', document }]]),
  variables: new Map([
    ['name', 'va"lue'],
    ['other name', 'x'],
  ]),
  texts: [text],
}

test('groups, links, reusable contents and variables have their places', async () => {
  const { store, content } = await givenRecords(everyKind)
  const files = await filesOf(store, content)
  assert.deepEqual(
    [...files.keys()],
    ['.gitbook/includes/part.md', '.gitbook/vars.yaml', 'SUMMARY.md', 'docs/B 1.md', 'g/a.md'],
  )
  assert.equal(
    files.get('SUMMARY.md'),
    [
      '# Table of contents',
      '',
      '## Group \\*one\\*',
      '',
      '* [A \\[a\\]](g/a.md)',
      '* [L](g/a.md "link")',
      '',
      '---',
      '',
      '* [U](<https://x.org/(a%20b)>)',
      '* [B](docs/B%201.md)',
      '',
    ].join('\n'),
  )
  assert.equal(files.get('.gitbook/includes/part.md'), 'Hello [a](../../g/a.md)\n')
  assert.equal(files.get('docs/B 1.md'), 'Hello [a](../g/a.md)\n')
  assert.equal(files.get('.gitbook/vars.yaml'), 'name: "va\\"lue"\n"other name": "x"\n')
})

test('two files of one name are kept apart by their IDs', async () => {
  const file = { name: 'logo.png', contentType: 'image/png', size: 1, hash: hashOf('x') }
  const files = await shownFiles({
    operation: 'insert_files',
    files: [file, { ...file, name: 'LOGO.png' }, { ...file, name: '../..' }],
  })
  assert.deepEqual(
    [...files.keys()],
    ['.gitbook/assets/-', '.gitbook/assets/LOGO-id000001.png', '.gitbook/assets/logo.png'],
  )
})

test('a page whose folder is a file is at the top, with its ID', async () => {
  const { store, content } = await givenContent(page('B'), page('C', { into: 'id000000' }), {
    operation: 'insert_files',
    files: [{ name: 'b', contentType: 'x/y', size: 1, hash: hashOf('x'), git: { oid: '', path: 'b' } }],
  })
  const files = await filesOf(store, content)
  assert.deepEqual([...files.keys()].sort(), ['SUMMARY.md', 'b', 'b.md', 'c-id000001.md'])
})
