import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Change } from '../changes/change.ts'
import { decodeText, encodeText } from '../documents/text.ts'
import { hashOf, type ObjectStore } from '../objects.ts'
import { findByPath, findPage, pageTree } from '../pages/read-pages.ts'
import { treeContents } from '../test/tree-contents.ts'
import { filesOf, givenRecords } from '../test/tree-files.ts'
import { apply, requireTreeLaws } from '../test/tree-laws.ts'
import { givenContent, outlineOf, page, requireTree } from '../test/writing.ts'
import { editTree } from './edit-tree.ts'
import type { TreeEdit, WrittenFile } from './tree-edit.ts'

const text = (markdown: string): WrittenFile => ({ bytes: encodeText(markdown) })
const picture = { name: 'a.png', contentType: 'image/png', size: 1, hash: hashOf('x') }

/** A space with pages, and what it is after a push. */
async function pushed(changes: readonly Change[], edit: Partial<TreeEdit>) {
  const { store, content } = await givenContent(...changes)
  const after = await apply(store, content, edit)
  await requireTree(store, after)
  return {
    store,
    after,
    outline: outlineOf(await pageTree(store, after)),
    files: await filesOf(store, after),
    at: async (path: string) => (await findByPath(store, after, path))?.id,
    page: (id: string) => findPage(store, after, id),
    textOf: async (path: string) => {
      const found = await findByPath(store, after, path)
      const [bytes] = found?.record.type === 'document' ? await store.get([found.record.document]) : []
      return bytes && decodeText(bytes)
    },
  }
}

const guide = [page('Guide'), page('Setup', { into: 'id000000' }), page('Usage', { into: 'id000000' })]

test('generated contents keep the laws of trees', async () => {
  const law = fc.asyncProperty(treeContents, async (records) => {
    const { store, content } = await givenRecords(records)
    await requireTreeLaws(store, content)
  })
  await fc.assert(law, { numRuns: 100 })
})

test('a new file is a page last in its folder, with the name of the file as its slug', async () => {
  const { outline, at, files } = await pushed(guide, {
    written: new Map([
      ['guide/new-page.md', text('Words.\n')],
      ['Other page.md', text('# Its title\n')],
      ['deep/er/README.md', text('Words.\n')],
    ]),
  })
  assert.equal(outline, 'Guide(Setup,Usage,New page),Its title,Er')
  assert.equal(await at('guide/new-page'), 'n0000')
  assert.equal(await at('Other-page'), 'n0001')
  assert.equal(await at('er'), 'n0002')
  assert.equal(files.get('Other page.md'), '# Its title\n')
  assert.equal(files.get('deep/er/README.md'), 'Words.\n')
})

test('a renamed file is the same page, with its ID and the links to it', async () => {
  const linking = page('Linking', { document: { markdown: '[s](/pages/id000001)\n' } })
  const { at, files, outline } = await pushed([...guide, linking], {
    renamed: new Map([['guide/install.md', 'guide/setup.md']]),
    written: new Map([['guide/install.md', text('Text of Setup.\n\nMore.\n')]]),
  })
  assert.equal(await at('guide/install'), 'id000001')
  assert.equal(outline, 'Guide(Setup,Usage),Linking')
  assert.equal(files.get('linking.md'), '[s](guide/install.md)\n')
})

test('texts that were waiting for a file or a reusable content link to it once it comes', async () => {
  const linking = [
    page('Guide', {
      document: { markdown: '![A](.gitbook/assets/a.png) and [it](./.gitbook/assets/a.png)\n' },
    }),
    page('Setup', {
      into: 'id000000',
      document: { markdown: '{% include "../.gitbook/includes/b.md" %}\n' },
    }),
    page('Usage', { into: 'id000000', document: { markdown: '![A](a.png) ![A](/files/gone)\n' } }),
  ]
  const { at, textOf, files } = await pushed(linking, {
    written: new Map([
      ['.gitbook/assets/a.png', { record: picture }],
      ['.gitbook/includes/b.md', text('B.\n')],
    ]),
  })
  const [file, include] = ['/files/n0000', '/reusable-contents/n0001']
  assert.equal(await textOf('guide'), `![A](${file}) and [it](${file})\n`)
  assert.equal(await textOf('guide/setup'), `{% include "${include}" %}\n`)
  assert.equal(await textOf('guide/usage'), '![A](a.png) ![A](/files/gone)\n')
  assert.equal(await at('guide/usage'), 'id000002')
  assert.equal(files.get('guide/setup.md'), '{% include "../.gitbook/includes/b.md" %}\n')
})

test('a file that moves to another folder is below the page of that folder', async () => {
  const { outline, at } = await pushed([...guide, page('Other')], {
    renamed: new Map([['other/usage.md', 'guide/usage.md']]),
  })
  assert.equal(outline, 'Guide(Setup),Other(Usage)')
  assert.equal(await at('other/usage'), 'id000002')
})

test('pages below a deleted file move up and keep their files', async () => {
  const { outline, files } = await pushed(guide, { removed: new Set(['guide.md']) })
  assert.equal(outline, 'Setup,Usage')
  assert.deepEqual([...files.keys()], ['SUMMARY.md', 'guide/setup.md', 'guide/usage.md'])
})

test('SUMMARY.md decides about order, levels, titles, groups and links', async () => {
  const summary = [
    '# Contents',
    '- [Usage](guide/usage.md)',
    '    - [Setting up](guide/setup.md)',
    '- [Elsewhere](https://example.com)',
    '',
    '## More',
    '- [Guide](guide.md)',
    '- [See also](guide/usage.md#a "link")',
  ].join('\r\n')
  const {
    outline,
    page: record,
    files,
  } = await pushed(guide, { written: new Map([['SUMMARY.md', text(summary)]]) })
  assert.equal(outline, 'Usage(Setting up),Elsewhere,More(Guide,See also)')
  assert.equal((await record('id000001'))?.title, 'Setting up')
  assert.deepEqual([...files.keys()], ['SUMMARY.md', 'guide.md', 'guide/setup.md', 'guide/usage.md'])
  assert.match(files.get('SUMMARY.md') ?? '', /^\* \[See also\]\(guide\/usage\.md#a "link"\)$/m)
})

test('a page that moves in SUMMARY.md changes no rank but its own', async () => {
  const many = ['A', 'B', 'C', 'D'].map((title) => page(title))
  const { store, content } = await givenContent(...many)
  const summary = '* [D](d.md)\n* [A](a.md)\n* [B](b.md)\n* [C](c.md)\n'
  const after = await apply(store, content, { written: new Map([['SUMMARY.md', text(summary)]]) })
  assert.equal(outlineOf(await pageTree(store, after)), 'D,A,B,C')
  for (const id of ['id000000', 'id000001', 'id000002'])
    assert.deepEqual(await findPage(store, after, id), await findPage(store, content, id))
})

test('groups and links keep their IDs, and are gone if SUMMARY.md lists them no more', async () => {
  const first = '## One\n* [Guide](guide.md)\n* [Out](https://example.com)\n'
  const { store, after } = await pushed(guide, { written: new Map([['SUMMARY.md', text(first)]]) })
  const ids = async (content: typeof after) => (await pageTree(store, content)).map(({ id }) => id)
  const renamed = first.replace('One', 'Two')
  const second = await apply(store, after, { written: new Map([['SUMMARY.md', text(renamed)]]) }, 's')
  assert.deepEqual(await ids(second), await ids(after))
  const third = await apply(store, second, {
    written: new Map([['SUMMARY.md', text('* [Guide](guide.md)\n')]]),
  })
  assert.equal(outlineOf(await pageTree(store, third)), 'Guide(Setup,Usage)')
})

test('new links to files and pages lead to them, and others stay as they are', async () => {
  const written = '[s](guide/setup.md) ![p](images/a.png) [o](./guide.md) [x](nowhere.md)\n'
  const {
    store,
    page: record,
    files,
  } = await pushed(guide, {
    written: new Map<string, WrittenFile>([
      ['new.md', text(written)],
      ['images/a.png', { record: picture }],
    ]),
  })
  const made = await record('n0000')
  const [stored] = await store.get([made?.type === 'document' ? made.document : ''])
  assert.equal(
    new TextDecoder().decode(stored),
    '[s](/pages/id000001) ![p](/files/n0001) [o](./guide.md) [x](nowhere.md)\n',
  )
  assert.equal(files.get('new.md'), written)
  assert.equal(files.get('images/a.png'), picture.hash)
})

test('reusable contents and variables come from their files', async () => {
  const { store, after, files } = await pushed(guide, {
    written: new Map([
      ['.gitbook/includes/part.md', text('Shared [s](../../guide/setup.md)\n')],
      ['.gitbook/vars.yaml', text('# Ours\nname: value\nnumber: 2\n')],
    ]),
  })
  assert.equal(files.get('.gitbook/includes/part.md'), 'Shared [s](../../guide/setup.md)\n')
  assert.equal(files.get('.gitbook/vars.yaml'), 'name: "value"\nnumber: "2"\n')
  const gone = new Set(['.gitbook/includes/part.md', '.gitbook/vars.yaml'])
  const without = await filesOf(store, await apply(store, after, { removed: gone }))
  assert.deepEqual([...without.keys()], ['SUMMARY.md', 'guide.md', 'guide/setup.md', 'guide/usage.md'])
})

test('a SUMMARY.md of many levels or many links, and many files of one name, take little time', async () => {
  const levels = Array.from({ length: 5_000 }, (_, at) => `${' '.repeat(at)}* [x](https://example.com/${at})`)
  const links = Array.from({ length: 20_000 }, (_, at) => `* [x](https://example.com/${at})`)
  const { store, content } = await givenContent(...guide)
  const deep = await apply(store, content, { written: new Map([['SUMMARY.md', text(levels.join('\n'))]]) })
  const wide = await apply(store, deep, { written: new Map([['SUMMARY.md', text(links.join('\n'))]]) }, 'w')
  const turned = text(links.toReversed().join('\n'))
  const after = await apply(store, wide, { written: new Map([['SUMMARY.md', turned]]) }, 't')
  assert.equal((await pageTree(store, after)).length, 20_001)
  const same = Array.from({ length: 2_000 }, (_, at): [string, WrittenFile] => [
    `${at}/x.md`,
    text('Words.\n'),
  ])
  const pages = await pageTree(store, await apply(store, content, { written: new Map(same) }))
  assert.equal(new Set(pages.map(({ path }) => path)).size, 2_001)
})

test('an edit of a text reads few objects, however many pages there are', async () => {
  const pages = Array.from({ length: 2_000 }, (_, at) => page(`Page ${at}`))
  const linking = page('Linking', { document: { markdown: '[s](/pages/id000007)\n' } })
  const { store, content } = await givenContent(...pages, linking)
  const paths = new Set((await filesOf(store, content)).keys())
  let read = 0
  const counting: ObjectStore = {
    ...store,
    get: (hashes) => {
      read += hashes.length
      return store.get(hashes)
    },
  }
  const edit = {
    written: new Map([['linking.md', text('[s](page-7.md) and [new](page-9.md)\n')]]),
    renamed: new Map<string, string>(),
    removed: new Set<string>(),
  }
  const hasFile = async (path: string) => paths.has(path)
  const applied = await editTree(counting, content, edit, { now: '', newId: () => '', hasFile })
  const [stored] = applied.objects.filter(({ hash }) => [...applied.documents.values()].includes(hash))
  assert.equal(new TextDecoder().decode(stored?.bytes), '[s](/pages/id000007) and [new](/pages/id000009)\n')
  assert.ok(read < 100, `${read} objects`)
})

const refused: readonly (readonly [string, WrittenFile, RegExp])[] = [
  ['link.md', { ...text('guide.md'), mode: '120000' }, /^link\.md is a symbolic link; add the file itself$/],
  ['module', { ...text(''), mode: '160000' }, /^module is a submodule/],
  ['.gitmodules', text(''), /^\.gitmodules has a name that is not supported/],
  ['.g\u200citmodules', text(''), /has a name that is not supported/],
  ['a/GITMOD~1', text(''), /has a name that is not supported/],
  ['gi7eba~1 .', text(''), /has a name that is not supported/],
  ['a/.GIT/config', text(''), /^a\/\.GIT\/config has a name/],
  ['a/../b.md', text(''), /has a name that is not supported/],
  ['bytes.md', { bytes: Uint8Array.of(0xff, 0xfe, 0x00) }, /^bytes\.md is not UTF-8/],
  [
    'big.md',
    text('version https://git-lfs.github.com/spec/v1\noid sha256:0\n'),
    /^big\.md is a Git LFS pointer/,
  ],
  ['GUIDE.md', text('Words.\n'), /^GUIDE\.md differs from guide\.md only in case/],
  ['nul.md', text('a\0b'), /^nul\.md is rejected: /],
  ['.gitbook/vars.yaml', text('- a\n- b\n'), /^\.gitbook\/vars\.yaml is not a list of names/],
]

test('a file that is only renamed is refused like a new one', async () => {
  const renames = [
    ['.gitmodules.md', /^\.gitmodules\.md has a name that is not supported/],
    ['a/.GIT/usage.md', /^a\/\.GIT\/usage\.md has a name/],
    ['GUIDE.md', /^GUIDE\.md differs from guide\.md only in case/],
  ] as const
  for (const [path, message] of renames) {
    const renamed = new Map([[path, 'guide/usage.md']])
    await assert.rejects(pushed(guide, { renamed }), { name: 'ContentError', message })
  }
})

test('a new file can have the ID that another content gave it, if no object of the base has it', async () => {
  const { store, content } = await givenContent(...guide)
  const edit = {
    written: new Map([
      ['known.md', text('Words.\n')],
      ['taken.md', text('Words.\n')],
      ['new.md', text('Words.\n')],
    ]),
    renamed: new Map<string, string>(),
    removed: new Set<string>(),
  }
  const ids = new Map([
    ['known.md', 'known'],
    ['taken.md', 'id000001'],
  ])
  let count = 0
  const newId = () => `n${count++}`
  const idAt = (path: string) => ids.get(path)
  const { touched } = await editTree(store, content, edit, { now: '', newId, idAt })
  assert.deepEqual(touched.map(({ page: id }) => id).toSorted(), ['known', 'n0', 'n1'])
})

for (const [path, file, message] of refused) {
  test(`a push with ${path} is refused, and the message names the file: ${message.source}`, async () => {
    await assert.rejects(pushed(guide, { written: new Map([[path, file]]) }), {
      name: 'ContentError',
      message,
    })
  })
}
