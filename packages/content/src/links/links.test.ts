import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setRecords } from '../files.ts'
import { findByPath, findPage } from '../pages/read-pages.ts'
import { derivedMaps, givenContent, page } from '../test/writing.ts'
import { urlIndexPrefix } from './destination.ts'
import { linkEntries, shownDestination, sourceOfPage } from './link-entries.ts'
import {
  backlinksOfFile,
  backlinksOfPage,
  countBroken,
  countLinks,
  type Link,
  linksFrom,
  linksOfPage,
} from './read-links.ts'

type Space = Awaited<ReturnType<typeof givenContent>>

/** Home is the first page; Guide has the subpages Install and Use, and Use has Start. */
async function givenTree() {
  const space = await givenContent(
    page('Home'),
    page('Guide'),
    page('Other'),
    page('Größe %'),
    page('dotted', { slug: 'a.md' }),
  )
  const guide = await idAt(space, 'guide')
  await space.write(page('Install', { into: guide }), page('Use', { into: guide }))
  await space.write(page('Start', { into: await idAt(space, 'guide/use') }))
  return space
}

async function idAt(space: Space, path: string): Promise<string> {
  return (await findByPath(space.store, space.content, path))?.id ?? assert.fail(`nothing at ${path}`)
}

async function linkFrom(space: Space, path: string, markdown: string): Promise<readonly Link[]> {
  const id = await idAt(space, path)
  await space.write({ operation: 'update_page', page: id, document: { markdown } })
  const record = (await findPage(space.store, space.content, id)) ?? assert.fail()
  return linksOfPage(space.store, space.content, { id, record })
}

const forms: readonly (readonly [from: string, destination: string, to: string | undefined])[] = [
  ['home', '/pages/guide', 'Guide'],
  ['home', '/pages/guide/install', 'Install'],
  ['home', '/pages/guide/install.md', 'Install'],
  ['home', '/pages/guide/install/', 'Install'],
  ['home', '/pages/guide/use/start.md?x=y#part', 'Start'],
  ['home', '/pages/guide/README.md', 'Guide'],
  ['home', '/pages/README.md', 'Home'],
  ['home', '/pages/', 'Home'],
  ['home', '/pages/gr%C3%B6%C3%9Fe', undefined],
  ['home', '/pages/gro%C3%9Fe', 'Größe %'],
  ['home', '/pages/a.md', 'dotted'],
  ['home', '/pages/a.md.md', 'dotted'],
  ['home', '/pages/%zz', undefined],
  ['home', '/pages/../guide', undefined],
  ['home', './guide.md', 'Guide'],
  ['home', 'guide', 'Guide'],
  ['home', 'guide/', 'Guide'],
  ['home', './guide/use/../install.md', 'Install'],
  ['home', './guide/nothing.md', undefined],
  ['guide', './install.md', 'Install'],
  ['guide', './README.md#top', 'Guide'],
  ['guide', '../README.md', 'Home'],
  ['guide', '../other.md', 'Other'],
  ['guide', 'other.md', 'Other'],
  ['guide', '../../other.md', undefined],
  ['guide/install', './use/README.md', 'Use'],
  ['guide/install', './use', 'Use'],
  ['guide/install', './README.md', 'Guide'],
  ['guide/install', '..', 'Home'],
  ['guide/install', '.', 'Guide'],
  ['guide/use/start', '../install.md', 'Install'],
  ['guide/use/start', '../README.md', 'Guide'],
  ['guide/use/start', '../../README.md', 'Home'],
  ['guide/use/start', '../../../README.md', 'Home'],
  ['guide/use/start', '../../../../README.md', undefined],
  ['guide/use/start', '#there', 'Start'],
]

for (const [from, destination, to] of forms) {
  test(`${destination} in ${from} leads to ${to ?? 'nothing'}, and is found from there`, async () => {
    const space = await givenTree()
    const [link, ...others] = await linkFrom(space, from, `[x](${destination})\n`)
    assert.ok(link && others.length === 0)
    const { store, content } = space
    const target = link.target && 'page' in link.target ? (link.target.page ?? '') : undefined
    const record = target === undefined ? undefined : await findPage(store, content, target)
    assert.equal(record?.title, to)
    assert.deepEqual(await countBroken(store, content), { total: to === undefined ? 1 : 0, added: 0 })
    if (target === undefined || record === undefined) return
    const owner = await idAt(space, from)
    const backlinks = await backlinksOfPage(store, content, { id: target, record })
    assert.deepEqual(backlinks, owner === target ? [] : [owner])
  })
}

test('a link by id wins over a path, and follows the page wherever it goes', async () => {
  const space = await givenTree()
  const install = await idAt(space, 'guide/install')
  await space.write({ operation: 'update_page', page: await idAt(space, 'other'), slug: install })
  const [link] = await linkFrom(space, 'home', `[x](/pages/${install}#y)\n`)
  assert.deepEqual(link?.target, { kind: 'anchor', page: install, anchor: 'y' })
  await space.write({ operation: 'update_page', page: install, into: null, slug: 'setup' })
  const [after] = await linkFrom(space, 'home', `[x](/pages/${install})\n`)
  assert.deepEqual(after?.target, { kind: 'page', page: install })
})

test('what lies outside is what is written, and never missing', async () => {
  const space = await givenTree()
  const markdown = [
    '[a](https://example.com/x) [b](mailto:me@example.com) [c](//example.com) [d](/elsewhere)',
    '[e](/users/u1) [f](/spaces/s1) [g](/collections/c1) [h](/spaces/s1/pages/p1#q) [i](?x=y) []() [j](#)',
    '[k](/constructor/abc)',
  ].join('\n')
  const links = await linkFrom(space, 'home', markdown)
  const byDestination = new Map(links.map(({ destination, target }) => [destination, target]))
  assert.deepEqual(Object.fromEntries(byDestination), {
    '//example.com': { kind: 'url', url: '//example.com' },
    '/collections/c1': { kind: 'collection', collection: 'c1' },
    '/constructor/abc': { kind: 'url', url: '/constructor/abc' },
    '/elsewhere': { kind: 'url', url: '/elsewhere' },
    '/spaces/s1': { kind: 'space', space: 's1' },
    '/spaces/s1/pages/p1#q': { kind: 'anchor', anchor: 'q', page: 'p1', space: 's1' },
    '/users/u1': { kind: 'user', user: 'u1' },
    '?x=y': { kind: 'url', url: '?x=y' },
    'https://example.com/x': { kind: 'url', url: 'https://example.com/x' },
    'mailto:me@example.com': { kind: 'url', url: 'mailto:me@example.com' },
  })
  assert.deepEqual(await countBroken(space.store, space.content), { total: 0, added: 0 })
})

test('files are linked to by texts, pictures and covers; pictures by path are nowhere', async () => {
  const space = await givenTree()
  const file = { name: 'a.png', contentType: 'image/png', size: 1, hash: 'x' }
  const { insertedFiles } = await space.write({ operation: 'insert_files', files: [file] })
  const id = insertedFiles[0]?.id ?? ''
  const [owner, other] = [await idAt(space, 'home'), await idAt(space, 'other')]
  const links = await linkFrom(
    space,
    'home',
    `![](/files/${id}) [x](/files/${id}?dl=1) ![](./img/a.png) ![](/files/gone)\n`,
  )
  assert.deepEqual(
    links.map(({ destination, relation, target }) => [destination, relation, target?.kind]).sort(),
    [
      ['./img/a.png', 'dependsOn', undefined],
      ['/files/gone', 'dependsOn', undefined],
      [`/files/${id}`, 'dependsOn', 'file'],
      [`/files/${id}?dl=1`, 'reference', 'file'],
    ],
  )
  const { store, content } = space
  assert.deepEqual(await backlinksOfFile(store, content, id), [owner])
  const record = (await findPage(store, content, other)) ?? assert.fail()
  assert.ok(record.type === 'document')
  const cover = { ref: { kind: 'file', file: id }, yPos: 0 } as const
  const entries = await linkEntries(store, [{ owner: other, source: sourceOfPage({ ...record, cover }) }])
  assert.equal(entries.size, 1)
})

test('reusable contents have links, and are linked to', async () => {
  const space = await givenTree()
  const home = (await findByPath(space.store, space.content, 'home')) ?? assert.fail()
  const [link] = await linkFrom(space, 'home', '[x](/pages/other)\n\n{% include "/reusable-contents/r1" %}\n')
  assert.ok(link)
  assert.equal((await countBroken(space.store, space.content)).total, 1)
  const record = await findPage(space.store, space.content, home.id)
  const document = record?.type === 'document' ? record.document : assert.fail()
  const records = new Map([['r1', { title: 'Note', document }]])
  const content = await setRecords(space.store, space.content, 'reusableContents', records)
  assert.equal((await countBroken(space.store, content)).total, 0)
  const other = (await findByPath(space.store, content, 'other')) ?? assert.fail()
  assert.deepEqual(await backlinksOfPage(space.store, content, other), [home.id, '~r1'])
  const { expected, actual } = await derivedMaps(space.store, content)
  assert.deepEqual(actual, expected)
  const gone = await setRecords(space.store, content, 'reusableContents', new Map([['r1', undefined]]))
  assert.deepEqual(await backlinksOfPage(space.store, gone, other), [home.id])
})

test('destinations of any length and of any characters are kept', async () => {
  const space = await givenTree()
  const long = `https://example.com/${'😀'.repeat(3_000)}`
  const deep = `/pages/${'x/'.repeat(1_500)}y`
  const strange = ['<a b>', '%00', `a${'\u0001'.repeat(300)}`, `${'漢'.repeat(400)}.md`]
  const markdown = [
    `<${long}>`,
    `<${long}1>`,
    ...strange.map((one) => `[x](<${one.replaceAll(/[<>]/g, '')}>)`),
  ]
  const links = await linkFrom(space, 'home', `${markdown.join('\n\n')}\n\n[x](${deep})\n`)
  assert.equal(links.length, 7)
  assert.equal(await countLinks(space.store, space.content), 7)
  for (const { key, destination } of links) {
    assert.ok(Buffer.byteLength(key) <= 384, key)
    assert.equal(shownDestination(destination), destination)
  }
  const inOrder: string[] = []
  for await (const some of linksFrom(space.store, space.content, { atOnce: 2 })) {
    inOrder.push(...some.map(({ key }) => key))
  }
  assert.deepEqual(
    inOrder,
    links.map(({ key }) => key),
  )
  const prefix = urlIndexPrefix('https://example.com/')
  assert.equal(inOrder.filter((key) => key.startsWith(prefix)).length, 2)
})
