import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText } from '../documents/text.ts'
import { ContentError } from '../errors.ts'
import { findByPath, findPage, pageTree } from '../pages/read-pages.ts'
import { derivedMaps, givenContent, page } from '../test/writing.ts'

test('pages stand below their parents in the order in which they were put', async () => {
  const space = await givenContent(
    page('A', { ref: 'a' }),
    page('B'),
    page('C', { at: 0 }),
    page('D', { at: 1 }),
    page('E', { at: 99 }),
  )
  assert.equal(await space.outline(), 'C,D,A,B,E')
  const { record: a, id } = await at(space, 'a')
  assert.equal(a.title, 'A')
  await space.write(page('A1', { into: id }), page('A0', { into: id, at: 0 }))
  assert.equal(await space.outline(), 'C,D,A(A0,A1),B,E')
})

test('a page in the middle of many can be put anywhere, again and again', async () => {
  const space = await givenContent(...Array.from({ length: 10 }, (_, index) => page(`P${index}`)))
  const model = Array.from({ length: 10 }, (_, index) => `P${index}`)
  for (let step = 0; step < 60; step++) {
    const [from, to] = [(step * 7) % 10, (step * 3 + 1) % 10]
    const title = model[from] ?? ''
    const { id } = await at(space, title.toLowerCase())
    await space.write({ operation: 'update_page', page: id, at: to })
    model.splice(from, 1)
    model.splice(to, 0, title)
    assert.equal(await space.outline(), model.join(','))
  }
})

test('putting pages between two others thousands of times spreads them anew, in their order', async () => {
  const space = await givenContent(page('First'), page('Last'))
  for (let step = 0; step < 8; step++) {
    await space.write(...Array.from({ length: 50 }, (_, index) => page(`${step}.${index}`, { at: 1 })))
  }
  const titles = (await space.outline()).split(',')
  assert.equal(titles.length, 402)
  assert.deepEqual([titles[0], titles[1], titles[400], titles[401]], ['First', '7.49', '0.0', 'Last'])
  const ranks = (await pageTree(space.store, space.content)).map(({ record }) => record.rank.length)
  assert.ok(Math.max(...ranks) <= 64)
})

test('a slug comes from the title, and gets a number where a sibling has it', async () => {
  const space = await givenContent(
    page('Über uns!'),
    page('Über uns'),
    page('文档'),
    page('???'),
    page('A/B c'),
  )
  const slugs = (await pageTree(space.store, space.content)).map(({ path }) => path)
  assert.deepEqual(slugs, ['uber-uns', 'uber-uns-1', '文档', 'page', 'a-b-c'])
  const { id } = await at(space, 'uber-uns')
  await space.write({ operation: 'update_page', page: id, title: 'About us' })
  assert.equal((await at(space, 'uber-uns')).record.title, 'About us')
  await space.write({ operation: 'update_page', page: id, slug: 'about' })
  assert.equal((await at(space, 'about')).record.title, 'About us')
  await space.write({ operation: 'update_page', page: id, slug: '' })
  assert.equal((await at(space, 'about-us')).id, id)
})

test('a slug that a sibling has refuses the whole batch, but not below another page', async () => {
  const space = await givenContent(page('A', { slug: 'same', ref: 'a' }))
  const { id } = await at(space, 'same')
  await space.write(page('B', { slug: 'same', into: id }))
  assert.equal((await at(space, 'same/same')).record.title, 'B')
  const before = space.content
  await refused(space.write(page('C'), page('D', { slug: 'same' })), 'slug_taken', 1)
  assert.equal(space.content, before)
  await space.write(page('E', { into: id }))
  const moved = await at(space, 'same/e')
  await space.write({ operation: 'update_page', page: moved.id, slug: 'other', into: null })
  await refused(space.write({ operation: 'update_page', page: moved.id, slug: 'same' }), 'slug_taken', 0)
})

test('two pages can trade their slugs in one batch that frees them first', async () => {
  const space = await givenContent(page('A'), page('B'))
  const [a, b] = [await at(space, 'a'), await at(space, 'b')]
  await space.write(
    { operation: 'update_page', page: a.id, slug: 'free' },
    { operation: 'update_page', page: b.id, slug: 'a' },
    { operation: 'update_page', page: a.id, slug: 'b' },
  )
  assert.equal((await at(space, 'b')).id, a.id)
})

test('a page cannot be put below itself, below nothing, or a hundred deep', async () => {
  const space = await givenContent(page('A', { ref: 'a' }))
  const a = await at(space, 'a')
  await space.write(page('B', { into: a.id }))
  const b = await at(space, 'a/b')
  await refused(space.write({ operation: 'update_page', page: a.id, into: b.id }), 'invalid', 0)
  await refused(space.write({ operation: 'update_page', page: a.id, into: a.id }), 'invalid', 0)
  await refused(space.write({ operation: 'update_page', page: a.id, into: 'nowhere' }), 'not_found', 0)
  await refused(space.write(page('C', { into: 'nowhere' })), 'not_found', 0)
  let parent = b.id
  for (let depth = 3; depth <= 100; depth++) {
    const { touched } = await space.write(page('Deeper', { into: parent }))
    parent = touched[0]?.page ?? ''
  }
  await refused(space.write(page('Too deep', { into: parent })), 'invalid', 0)
  const { touched } = await space.write(page('Z'), page('Y'))
  const [z = '', y = ''] = touched.map(({ page: id }) => id)
  await space.write({ operation: 'update_page', page: y, into: z })
  await refused(space.write({ operation: 'update_page', page: a.id, into: y }), 'invalid', 0)
})

test('deleting a page takes those below it, and tells each', async () => {
  const space = await givenContent(page('A'), page('B'))
  const a = await at(space, 'a')
  await space.write(page('A1', { into: a.id }))
  const { touched } = await space.write({ operation: 'delete_page', page: a.id })
  assert.equal(await space.outline(), 'B')
  assert.deepEqual(
    touched.map(({ operation }) => operation),
    ['deleted_page', 'deleted_page'],
  )
  await refused(space.write({ operation: 'delete_page', page: a.id }), 'not_found', 0)
})

test('each page is told once, by what became of it in the end', async () => {
  const space = await givenContent(page('A'))
  const a = await at(space, 'a')
  const { touched } = await space.write(
    page('New', { ref: 'new' }),
    { operation: 'update_page', page: a.id, title: 'One' },
    { operation: 'update_page', page: a.id, title: 'Two' },
    page('Gone', { ref: 'gone' }),
  )
  assert.deepEqual(
    touched.map(({ page: _page, ...rest }) => rest),
    [
      { operation: 'created_page', ref: 'new' },
      { operation: 'updated_page' },
      { operation: 'created_page', ref: 'gone' },
    ],
  )
})

test('the title comes from the front matter, the first heading, the attribute, or a default', async () => {
  const titles = async (markdown: string, title?: string) => {
    const more = title === undefined ? {} : { title }
    const space = await givenContent({ operation: 'insert_page', document: { markdown }, ...more })
    return (await pageTree(space.store, space.content))[0]?.record.title
  }
  assert.equal(await titles('---\ntitle: Front\n---\n\n# Heading\n', 'Given'), 'Front')
  assert.equal(await titles('# Heading\n\nText', 'Given'), 'Heading')
  assert.equal(await titles('Text', 'Given'), 'Given')
  assert.equal(await titles('Text'), 'Untitled')
  assert.equal(await titles('---\ntitle: ""\n---\n\nText', 'Given'), 'Given')
  assert.equal(await titles('---\ntitle: ""\n---\n\nText'), 'Untitled')
})

test('a page keeps its title when its text says an empty one', async () => {
  const space = await givenContent(page('A'))
  const { id } = await at(space, 'a')
  await space.write({ operation: 'update_page', page: id, document: { markdown: '---\ntitle: ""\n---\n' } })
  assert.equal((await at(space, 'a')).record.title, 'A')
})

test('the front matter wins over attributes, and an empty attribute takes one away', async () => {
  const markdown = '---\ndescription: From the text\nhidden: true\nicon: star\n---\n\nText\n'
  const space = await givenContent(
    page('A', { document: { markdown }, description: 'Beside it', emoji: '🎉' }),
  )
  const a = await at(space, 'a')
  assert.deepEqual(pick(a.record), { description: 'From the text', hidden: true, icon: 'star', emoji: '🎉' })
  await space.write({ operation: 'update_page', page: a.id, emoji: '', icon: '', hidden: false })
  assert.deepEqual(pick((await at(space, 'a')).record), { description: 'From the text' })
})

test('the text of a page comes back as it was written, byte for byte', async () => {
  for (const markdown of ['', '\uFEFF# BOM\r\n\r\ntext  \r\n', 'a\tb\n\n\n\n', 'кириллица 🎉 עברית']) {
    const space = await givenContent(page('A', { document: { markdown } }))
    const [record] = await pageTree(space.store, space.content)
    const hash = record?.record.type === 'document' ? record.record.document : ''
    const [bytes = new Uint8Array()] = await space.store.get([hash])
    assert.equal(decodeText(bytes), markdown)
  }
})

test('a text with a NUL, or half of a character, is refused', async () => {
  const space = await givenContent()
  await refused(space.write(page('A', { document: { markdown: 'a\0b' } })), 'invalid', 0)
  await refused(space.write(page('A', { document: { markdown: 'a\ud800b' } })), 'invalid', 0)
})

test('a title that no page can keep is refused', async () => {
  const space = await givenContent(page('A'))
  const markdown = `# ${'a'.repeat(70_000)}\n`
  await refused(space.write(page('B', { document: { markdown } })), 'invalid', 0)
  const { id } = await at(space, 'a')
  await refused(space.write({ operation: 'update_page', page: id, document: { markdown } }), 'invalid', 0)
})

test('links by the names of a batch become links by id, and others stay', async () => {
  const file = { name: 'x.png', contentType: 'image/png', size: 1, hash: 'h', ref: 'pic' }
  const markdown = 'See [b](./b.md#top), ![p](./pic), [c](./c.md), [b](b.md) and `./b.md`.\n'
  const space = await givenContent(page('A', { document: { markdown } }), page('B', { ref: 'b' }), {
    operation: 'insert_files',
    files: [file],
  })
  const [a, b] = [await at(space, 'a'), await at(space, 'b')]
  const [bytes = new Uint8Array()] = await space.store.get([
    a.record.type === 'document' ? a.record.document : '',
  ])
  const fileId = decodeText(bytes).match(/\/files\/(\w+)/)?.[1]
  assert.equal(
    decodeText(bytes),
    `See [b](/pages/${b.id}#top), ![p](/files/${fileId}), [c](./c.md), [b](b.md) and \`./b.md\`.\n`,
  )
  await refused(space.write(page('C', { ref: 'x' }), page('D', { ref: 'x' })), 'invalid', undefined)
})

test('of reverted pages, changed ones return, added ones vanish, deleted ones come back', async () => {
  const space = await givenContent(page('A'), page('B'), page('C'))
  const [a, b, c] = [await at(space, 'a'), await at(space, 'b'), await at(space, 'c')]
  await space.write(
    { operation: 'update_page', page: a.id, title: 'Changed', into: b.id, document: { markdown: 'New' } },
    { operation: 'delete_page', page: c.id },
    page('Added', { ref: 'added' }),
  )
  assert.equal(await space.outline(), 'B(Changed),Added')
  const added = await at(space, 'added')
  await space.write(
    { operation: 'revert_page', page: a.id },
    { operation: 'revert_page', page: c.id },
    { operation: 'revert_page', page: added.id },
  )
  assert.equal(await space.outline(), 'A,B,C')
  await refused(space.write({ operation: 'revert_page', page: 'nothing' }), 'not_found', 0)
  await refused(space.write({ operation: 'revert_page', page: a.id, revision: '99' }), 'not_found', 0)
})

test('a page that returns without its parent stands at the top, under a slug that is free', async () => {
  const space = await givenContent(page('A'), page('Child', { ref: 'child' }))
  const [a, child] = [await at(space, 'a'), await at(space, 'child')]
  await space.write({ operation: 'update_page', page: child.id, into: a.id })
  await space.write({ operation: 'delete_page', page: a.id }, page('Child'))
  await space.write({ operation: 'revert_page', page: child.id, revision: '2' })
  assert.equal(await space.outline(), 'Child,Child')
  assert.equal((await at(space, 'child-1')).id, child.id)
})

test('only the blocks that are named go back', async () => {
  const space = await givenContent(page('A', { document: { markdown: 'One.\n\nTwo.\n\nThree.\n' } }))
  const a = await at(space, 'a')
  await space.write({
    operation: 'update_page',
    page: a.id,
    document: { markdown: 'One!\n\nTwo!\n\nThree.\n' },
  })
  const { parseDocument } = await import('../documents/parse.ts')
  const [, second] = parseDocument('One!\n\nTwo!\n\nThree.\n', { page: true }).blocks
  await space.write({ operation: 'revert_page', page: a.id, block: [second?.key ?? ''] })
  assert.equal(await textOf(space, 'a'), 'One!\n\nTwo.\n\nThree.\n')
  await refused(space.write({ operation: 'revert_page', page: a.id, block: ['nothing'] }), 'not_found', 0)
})

test('what follows from the pages is what the pages say, after any batch', async () => {
  const link = (to: string) => ({ document: { markdown: `[x](${to}) and [y](https://example.com/${to})\n` } })
  const space = await givenContent(page('A', link('/pages/b')), page('B', link('./c.md')), page('C'))
  const [a, b, c] = [await at(space, 'a'), await at(space, 'b'), await at(space, 'c')]
  const batches = [
    [{ operation: 'update_page', page: a.id, ...link('/files/1'), into: b.id }],
    [{ operation: 'update_page', page: b.id, slug: 'bee', title: 'Bee' }],
    [{ operation: 'delete_page', page: b.id }],
    [
      { operation: 'revert_page', page: b.id },
      { operation: 'update_page', page: c.id, at: 0 },
    ],
  ] as const
  for (const batch of batches) {
    await space.write(...batch)
    const { expected, actual } = await derivedMaps(space.store, space.content)
    assert.deepEqual(actual, expected)
  }
})

test('a batch stores what its content needs, and none of the steps in between', async () => {
  const space = await givenContent(...Array.from({ length: 50 }, (_, index) => page(`Page ${index}`)))
  const { id } = await at(space, 'page-7')
  const many = Array.from({ length: 49 }, (_, index) => ({
    operation: 'update_page' as const,
    page: id,
    title: `Title ${index}`,
    document: { markdown: `Text ${index}` },
  }))
  const { objects } = await space.write(...many)
  const { objects: again } = await (await givenContent()).write(page('One'))
  assert.ok(objects.length <= 5, `${objects.length} objects`)
  assert.ok(again.length <= 5, `${again.length} objects`)
})

type Space = Awaited<ReturnType<typeof givenContent>>

async function at({ store, content }: Space, path: string) {
  const found = await findByPath(store, content, path)
  assert.ok(found, `no page at ${path}`)
  return found
}

async function textOf(space: Space, path: string): Promise<string> {
  const { id } = await at(space, path)
  const record = await findPage(space.store, space.content, id)
  const [bytes = new Uint8Array()] = await space.store.get([
    record?.type === 'document' ? record.document : '',
  ])
  return decodeText(bytes)
}

async function refused(work: Promise<unknown>, fault: ContentError['fault'], change: number | undefined) {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof ContentError, String(error))
    assert.deepEqual([error.fault, error.change], [fault, change])
    return true
  })
}

function pick(record: object) {
  const { description, hidden, icon, emoji } = record as Record<string, unknown>
  return JSON.parse(JSON.stringify({ description, hidden, icon, emoji }))
}
