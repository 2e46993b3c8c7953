import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText } from '../documents/text.ts'
import { findPage } from '../pages/read-pages.ts'
import { givenContent, page, requireTree } from '../test/writing.ts'
import type { UpdatePage } from './change.ts'

const id = 'id000000'
const text = (...blocks: readonly string[]) => ({ document: { markdown: `${blocks.join('\n\n')}\n` } })

test('edits of different blocks on one revision are both in the page, byte for byte', async () => {
  const { edit, markdown } = await givenPage(text('One.', '* a\n* b', 'Three.'))
  await edit({ ...text('One!', '* a\n* b', 'Three.') })
  const { conflicts } = await edit({ ...text('One.', '* a\n* b', 'Three!'), basedOn: '1' })
  assert.deepEqual(conflicts, [])
  assert.equal(await markdown(), 'One!\n\n* a\n* b\n\nThree!\n')
})

test('an edit that is applied twice is in the page once', async () => {
  const { edit, markdown, space } = await givenPage(text('One.'))
  const first = { ...text('One.', 'Mine.'), basedOn: '1' }
  await edit(first)
  await edit({ ...text('One.', 'Yours.'), basedOn: '1' })
  const before = space.content
  await edit(first)
  assert.equal((await markdown()).split('Mine.').length, 2)
  assert.deepEqual(space.content, before)
})

test('edits of one block are a conflict with all three sides, and nothing is written', async () => {
  const { edit, markdown, space } = await givenPage(text('One.', 'Two.'))
  await edit({ ...text('Their one.', 'Two.') })
  const before = space.content
  const { conflicts, content, touched } = await edit({
    ...text('Our one.', 'Two.'),
    title: 'New',
    basedOn: '1',
  })
  assert.deepEqual(
    conflicts.map(({ id: _id, ...rest }) => rest),
    [
      {
        kind: 'document',
        object: 'page',
        target: id,
        base: 'One.',
        ours: 'Our one.',
        theirs: 'Their one.',
      },
    ],
  )
  assert.deepEqual([content, touched], [before, []])
  assert.equal(await markdown(), 'Their one.\n\nTwo.\n')
})

test('attributes merge one by one, and a title that both changed is a conflict', async () => {
  const { edit, record } = await givenPage({ ...text('One.'), icon: 'star' })
  await edit({ title: 'Theirs', slug: 'theirs', description: 'Their words.' })
  assert.deepEqual((await edit({ ...text('Two.'), icon: 'moon', basedOn: '1' })).conflicts, [])
  const { title, icon, ...rest } = await record()
  assert.deepEqual([title, icon], ['Theirs', 'moon'])
  assert.deepEqual('slug' in rest && [rest.slug, rest.type], ['theirs', 'document'])
  const { conflicts } = await edit({ title: 'Ours', slug: 'ours', basedOn: '1' })
  assert.deepEqual(
    conflicts.map(({ kind, attribute, base, ours, theirs }) => [kind, attribute, base, ours, theirs]),
    [
      ['attribute', 'slug', 'a', 'ours', 'theirs'],
      ['attribute', 'title', 'A', 'Ours', 'Theirs'],
    ],
  )
})

test('a title, slug or text that stays as it was in that revision takes nothing back', async () => {
  const { edit, record, markdown } = await givenPage(text('One.'))
  await edit({ title: 'New', slug: 'new', ...text('Two.') })
  assert.deepEqual((await edit({ title: 'A', slug: 'a', ...text('One.'), basedOn: '1' })).conflicts, [])
  const now = await record()
  assert.deepEqual([now.title, 'slug' in now && now.slug, await markdown()], ['New', 'new', 'Two.\n'])
})

test('a page that was deleted meanwhile is a conflict without their side', async () => {
  const { edit, space } = await givenPage(text('One.'))
  await space.write({ operation: 'delete_page', page: id })
  const { conflicts } = await edit({ ...text('Two.'), basedOn: '1' })
  assert.deepEqual(
    conflicts.map(({ kind, target, base, theirs }) => [kind, target, base !== undefined, theirs]),
    [['deleted-and-edited', id, true, undefined]],
  )
  assert.equal(await space.outline(), 'B,C')
})

test('a page that was moved meanwhile stays where it is, and gets the text', async () => {
  const { edit, space, markdown } = await givenPage(text('One.'))
  await edit({ into: 'id000001' })
  await edit({ ...text('Two.'), at: 1, basedOn: '1' })
  assert.equal(await space.outline(), 'B(A),C')
  assert.equal(await markdown(), 'Two.\n')
})

test('a move on an earlier revision moves the page, unless somebody else moved it elsewhere', async () => {
  const { edit, space } = await givenPage(text('One.'))
  await edit({ title: 'New' })
  await edit({ into: 'id000002', basedOn: '1' })
  assert.equal(await space.outline(), 'B,C(New)')
  const { conflicts } = await edit({ into: 'id000001', basedOn: '1' })
  assert.deepEqual(
    conflicts.map(({ kind, base, ours, theirs }) => [kind, base, ours, theirs]),
    [['moved-twice', '', 'id000001', 'id000002']],
  )
  assert.equal(await space.outline(), 'B,C(New)')
})

test('a reordering on an earlier revision counts among the pages of now', async () => {
  const { edit, space } = await givenPage(text('One.'))
  await space.write(page('D', { at: 0 }))
  await edit({ at: 3, basedOn: '1' })
  assert.equal(await space.outline(), 'D,B,C,A')
})

test('a slug that is taken by now is rejected', async () => {
  const { edit } = await givenPage(text('One.'))
  const taken = { name: 'ContentError', fault: 'slug_taken' }
  await assert.rejects(edit({ slug: 'b', basedOn: '1' }), taken)
})

test('an unknown revision, and one without the page, are rejected', async () => {
  const { edit, space } = await givenPage(text('One.'))
  const unknown = { name: 'ContentError', fault: 'not_found', change: 0 }
  for (const basedOn of ['0', '99']) await assert.rejects(edit({ ...text('Two.'), basedOn }), unknown)
  assert.equal(await space.outline(), 'A,B,C')
})

test('two texts that are too long together are rejected', async () => {
  const half = 'word '.repeat(250_000).trimEnd()
  const { edit } = await givenPage(text('One.'))
  await edit({ ...text(half, 'One.') })
  const invalid = { name: 'ContentError', fault: 'invalid' }
  await assert.rejects(edit({ ...text('One.', half), basedOn: '1' }), invalid)
})

test('the conflicts of all changes of a batch are reported together', async () => {
  const { space } = await givenPage(text('One.'))
  const both = (title: string, more: object = {}) =>
    [id, 'id000001'].map((one) => ({ operation: 'update_page', page: one, title, ...more }) as const)
  await space.write(...both('Theirs'))
  const { conflicts } = await space.write(...both('Ours', { basedOn: '1' }))
  assert.deepEqual(
    conflicts.map(({ target, attribute }) => [target, attribute]),
    [
      [id, 'title'],
      ['id000001', 'title'],
    ],
  )
})

/** The page A before B and C. Revision 1 is the content with all three. */
async function givenPage(more: Parameters<typeof page>[1]) {
  const space = await givenContent(page('A', more), page('B'), page('C'))
  const record = async () => {
    await requireTree(space.store, space.content)
    const found = await findPage(space.store, space.content, id)
    assert.ok(found)
    return found
  }
  return {
    space,
    record,
    edit: (change: Omit<UpdatePage, 'operation' | 'page'>) =>
      space.write({ operation: 'update_page', page: id, ...change }),
    async markdown() {
      const found = await record()
      assert.ok(found.type === 'document')
      return (await space.store.get([found.document])).map(decodeText).join()
    },
  }
}
