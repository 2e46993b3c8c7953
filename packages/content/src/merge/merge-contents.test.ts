import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Change } from '../changes/change.ts'
import { type Content, editContent, encodeContent } from '../content.ts'
import { decodeText } from '../documents/text.ts'
import { listRecords, readVariables } from '../files.ts'
import { findByPath, pageTree } from '../pages/read-pages.ts'
import { givenContent, outlineOf, page, requireTree } from '../test/writing.ts'
import type { Resolution } from './conflict.ts'
import { mergeContents } from './merge-contents.ts'

test('what two sides did to different pages is all in the merge', async () => {
  const { merge, outline } = await sides(
    [page('A'), page('B')],
    (ids) => [{ operation: 'update_page', page: ids.a, title: 'Ours' }, page('Added by us')],
    (ids) => [{ operation: 'update_page', page: ids.b, title: 'Theirs' }, page('Added by them', { at: 0 })],
  )
  const { conflicts } = await merge()
  assert.deepEqual(conflicts, [])
  assert.equal(await outline(), 'Added by them,Ours,Theirs,Added by us')
})

test('identical edits agree', async () => {
  const edit = (ids: Ids): Change[] => [
    { operation: 'update_page', page: ids.a, title: 'Same', document: { markdown: 'Same text.\n' } },
    { operation: 'delete_page', page: ids.b },
  ]
  const { merge, outline } = await sides([page('A'), page('B')], edit, edit)
  assert.deepEqual((await merge()).conflicts, [])
  assert.equal(await outline(), 'Same')
})

test('edits of different blocks of one page merge, and so do a move and an edit', async () => {
  const text = (first: string, last: string) => ({
    document: { markdown: `${first}\n\nMiddle.\n\n${last}\n` },
  })
  const { merge, textAt } = await sides(
    [page('A', text('One.', 'Two.')), page('B')],
    (ids) => [{ operation: 'update_page', page: ids.a, ...text('One!', 'Two.'), into: ids.b }],
    (ids) => [{ operation: 'update_page', page: ids.a, ...text('One.', 'Two!') }],
  )
  assert.deepEqual((await merge()).conflicts, [])
  assert.equal(await textAt('b/a'), 'One!\n\nMiddle.\n\nTwo!\n')
})

test('edits of one block by both are a conflict, to be decided for either or another text', async () => {
  const { merge, textAt } = await sides(
    [page('A', { document: { markdown: 'One.\n\nTwo.\n' } })],
    (ids) => [{ operation: 'update_page', page: ids.a, document: { markdown: 'Our one.\n\nTwo.\n' } }],
    (ids) => [{ operation: 'update_page', page: ids.a, document: { markdown: 'Their one.\n\nTwo.\n' } }],
  )
  const { conflicts } = await merge()
  assert.deepEqual(
    conflicts.map(({ id: _id, target: _target, ...rest }) => rest),
    [{ kind: 'document', object: 'page', base: 'One.', ours: 'Our one.', theirs: 'Their one.' }],
  )
  assert.equal(await textAt('a'), 'Our one.\n\nTwo.\n')
  const id = conflicts[0]?.id ?? ''
  for (const [resolution, expected] of [
    ['ours', 'Our one.\n\nTwo.\n'],
    ['theirs', 'Their one.\n\nTwo.\n'],
    [{ content: 'Agreed.' }, 'Agreed.\n\nTwo.\n'],
  ] as const) {
    assert.deepEqual((await merge({ [id]: resolution })).conflicts, [])
    assert.equal(await textAt('a'), expected)
  }
})

test('a text of its own decides a title, and nothing that is no text', async () => {
  const edit = (title: string, slug: string): Edit => {
    return (ids) => [{ operation: 'update_page', page: ids.a, title, slug }]
  }
  const { merge, outline } = await sides([page('A')], edit('Ours', 'ours'), edit('Theirs', 'theirs'))
  const { conflicts } = await merge()
  const [title = '', slug = ''] = ['title', 'slug'].map(
    (name) => conflicts.find(({ attribute }) => attribute === name)?.id,
  )
  await merge({ [title]: { content: 'Agreed' }, [slug]: 'theirs' })
  assert.equal(await outline(), 'Agreed')
  const invalid = { name: 'ContentError', fault: 'invalid' }
  await assert.rejects(merge({ [title]: { content: '' }, [slug]: 'ours' }), invalid)
  await assert.rejects(merge({ [title]: 'ours', [slug]: { content: 'a/b' } }), invalid)
})

test('a page that one side deleted and the other edited is a conflict, in both directions', async () => {
  const edit = (ids: Ids): Change[] => [{ operation: 'update_page', page: ids.a, title: 'Edited' }]
  const remove = (ids: Ids): Change[] => [{ operation: 'delete_page', page: ids.a }]
  for (const [ours, theirs, kept] of [
    [edit, remove, 'theirs'],
    [remove, edit, 'ours'],
  ] as const) {
    const { merge, outline } = await sides([page('A'), page('B')], ours, theirs)
    const { conflicts } = await merge()
    assert.deepEqual(
      conflicts.map(({ kind, object }) => [kind, object]),
      [['deleted-and-edited', 'page']],
    )
    const [{ id } = { id: '' }] = conflicts
    assert.deepEqual((await merge({ [id]: kept })).conflicts, [])
    assert.equal(await outline(), 'B')
    await merge({ [id]: kept === 'ours' ? 'theirs' : 'ours' })
    assert.equal(await outline(), 'Edited,B')
  }
})

test('a page added below one that the other side deleted is not lost', async () => {
  const add = (ids: Ids): Change[] => [page('Child', { into: ids.a })]
  const remove = (ids: Ids): Change[] => [{ operation: 'delete_page', page: ids.a }]
  for (const [ours, theirs, deleted] of [
    [add, remove, 'theirs'],
    [remove, add, 'ours'],
  ] as const) {
    const { merge, outline } = await sides([page('A'), page('B')], ours, theirs)
    const { conflicts } = await merge()
    assert.deepEqual(
      conflicts.map(({ kind }) => kind),
      ['deleted-and-edited'],
    )
    const [{ id } = { id: '' }] = conflicts
    await merge({ [id]: deleted })
    assert.deepEqual((await outline()).split(',').sort(), ['B', 'Child'])
    await merge({ [id]: deleted === 'ours' ? 'theirs' : 'ours' })
    assert.equal(await outline(), 'A(Child),B')
  }
})

test('a page that is kept below one that goes moves to the page above', async () => {
  const space = await givenContent(page('A'), page('B'))
  const a = 'id000000'
  await space.write(page('Middle', { into: a }))
  const base = space.content
  const middle = (await findByPath(space.store, base, 'a/middle'))?.id ?? ''
  const ours = await branch(space, base, [page('Child', { into: middle })])
  const theirs = await branch(space, base, [{ operation: 'delete_page', page: a }])
  const sides = { base, ours, theirs }
  const { conflicts } = await mergeContents(space.store, sides)
  const idOf = (target: string) => conflicts.find((one) => one.target === target)?.id ?? ''
  for (const [top, below, expected] of [
    ['theirs', 'ours', 'Middle(Child),B'],
    ['ours', 'theirs', 'A(Child),B'],
    ['theirs', 'theirs', 'Child,B'],
    ['ours', 'ours', 'A(Middle(Child)),B'],
  ] as const) {
    const resolutions = new Map([
      [idOf(a), top],
      [idOf(middle), below],
    ])
    const merged = await mergeContents(space.store, sides, resolutions)
    await space.store.put(merged.objects)
    await requireTree(space.store, merged.content)
    const outline = outlineOf(await pageTree(space.store, merged.content))
    assert.deepEqual([outline.split(',').sort(), merged.conflicts], [expected.split(',').sort(), []])
  }
})

test('a page moved to two places is a conflict, and reordering by both is not', async () => {
  const { merge, outline } = await sides(
    [page('A'), page('B'), page('C')],
    (ids) => [{ operation: 'update_page', page: ids.a, into: ids.b }],
    (ids) => [{ operation: 'update_page', page: ids.a, into: ids.c }],
  )
  const { conflicts } = await merge()
  assert.deepEqual(
    conflicts.map(({ kind }) => kind),
    ['moved-twice'],
  )
  await merge({ [conflicts[0]?.id ?? '']: 'theirs' })
  assert.equal(await outline(), 'B,C(A)')
  const reordered = await sides(
    [page('A'), page('B'), page('C')],
    (ids) => [{ operation: 'update_page', page: ids.c, at: 0 }],
    (ids) => [{ operation: 'update_page', page: ids.a, at: 2 }],
  )
  assert.deepEqual((await reordered.merge()).conflicts, [])
  assert.equal(await reordered.outline(), 'C,B,A')
})

test('moves that would put pages below each other are a conflict, and the tree stays one', async () => {
  const { merge, outline } = await sides(
    [page('A'), page('B')],
    (ids) => [{ operation: 'update_page', page: ids.a, into: ids.b }],
    (ids) => [{ operation: 'update_page', page: ids.b, into: ids.a }],
  )
  const { conflicts } = await merge()
  assert.deepEqual(
    conflicts.map(({ kind }) => kind),
    ['moved-twice'],
  )
  assert.equal(await outline(), 'B(A)')
  await merge({ [conflicts[0]?.id ?? '']: 'ours' })
  assert.equal(await outline(), 'B(A)')
})

test('moves that go in a circle because a page in between is gone leave one tree', async () => {
  const [a, b, c] = ['id000000', 'id000001', 'id000002']
  const space = await givenContent(page('A'), page('B'), page('C'))
  const base = space.content
  const move = (from: string, into: string): Change => ({ operation: 'update_page', page: from, into })
  const ours = await branch(space, base, [move(b, c), move(a, b)])
  const theirs = await branch(space, base, [
    { operation: 'delete_page', page: b },
    { operation: 'update_page', page: a, title: 'Renamed' },
    move(c, a),
  ])
  for (const side of ['ours', 'theirs'] as const) {
    let merged = await mergeContents(space.store, { base, ours, theirs })
    const resolutions = new Map<string, Resolution>()
    while (merged.conflicts.length > 0) {
      for (const { id } of merged.conflicts) resolutions.set(id, side)
      merged = await mergeContents(space.store, { base, ours, theirs }, resolutions)
      await space.store.put(merged.objects)
    }
    await requireTree(space.store, merged.content)
    const outline = outlineOf(await pageTree(space.store, merged.content))
    assert.equal(outline, side === 'ours' ? 'C(B(Renamed))' : 'C(Renamed)')
  }
})

test('two pages that got one address both stay, and ours gets a number', async () => {
  const { merge, pathOf } = await sides(
    [page('A')],
    () => [page('New', { emoji: '🅾️' })],
    () => [page('New', { emoji: '🇹' })],
  )
  assert.deepEqual((await merge()).conflicts, [])
  assert.deepEqual([await pathOf('🇹'), await pathOf('🅾️')], ['new', 'new-1'])
})

test('attributes that both changed differently are conflicts by name, and others merge', async () => {
  const { merge } = await sides(
    [page('A')],
    (ids) => [{ operation: 'update_page', page: ids.a, title: 'Ours', emoji: '🅾️', description: 'Same' }],
    (ids) => [{ operation: 'update_page', page: ids.a, title: 'Theirs', hidden: true, description: 'Same' }],
  )
  const { conflicts } = await merge()
  assert.deepEqual(
    conflicts.map(({ kind, attribute, base, ours, theirs }) => [kind, attribute, base, ours, theirs]),
    [['attribute', 'title', 'A', 'Ours', 'Theirs']],
  )
})

test('a page that both deleted is gone, and what was below it too', async () => {
  const remove = (ids: Ids): Change[] => [{ operation: 'delete_page', page: ids.a }]
  const { merge, outline } = await sides([page('A'), page('B')], remove, remove)
  assert.deepEqual((await merge()).conflicts, [])
  assert.equal(await outline(), 'B')
})

test('a page that one side moved out of a page that the other deleted stays where it was moved', async () => {
  const start = [page('A', { ref: 'a' }), page('B')]
  const space = await givenContent(...start)
  const a = (await findByPath(space.store, space.content, 'a'))?.id ?? ''
  await space.write(page('C', { into: a }))
  const base = space.content
  const c = (await findByPath(space.store, base, 'a/c'))?.id ?? ''
  const moved = await branch(space, base, [{ operation: 'update_page', page: c, into: null }])
  const deleted = await branch(space, base, [{ operation: 'delete_page', page: a }])
  for (const [ours, theirs] of [
    [moved, deleted],
    [deleted, moved],
  ] as const) {
    const { conflicts, content, objects } = await mergeContents(space.store, { base, ours, theirs })
    await space.store.put(objects)
    assert.deepEqual(
      conflicts.map(({ kind, target }) => [kind, target]),
      [['deleted-and-edited', c]],
    )
    const kept = ours === moved ? 'ours' : 'theirs'
    const resolutions = new Map([[conflicts[0]?.id ?? '', kept]] as const)
    const decided = await mergeContents(space.store, { base, ours, theirs }, resolutions)
    await space.store.put(decided.objects)
    assert.deepEqual(decided.conflicts, [])
    assert.equal(outlineOf(await pageTree(space.store, decided.content)), 'B,C')
    assert.ok(content)
  }
})

test('a page that both moved to the same place is there once', async () => {
  const move = (ids: Ids): Change[] => [{ operation: 'update_page', page: ids.a, into: ids.b }]
  const { merge, outline } = await sides([page('A'), page('B')], move, move)
  assert.deepEqual((await merge()).conflicts, [])
  assert.equal(await outline(), 'B(A)')
})

test('pages that both sides put into one place are all there, in one order', async () => {
  const { merge, outline } = await sides(
    [page('A'), page('B')],
    () => [page('Ours 1', { at: 1 }), page('Ours 2', { at: 2 })],
    () => [page('Theirs 1', { at: 1 }), page('Theirs 2', { at: 2 })],
  )
  assert.deepEqual((await merge()).conflicts, [])
  const titles = (await outline()).split(',')
  assert.deepEqual([titles[0], titles.at(-1), titles.length], ['A', 'B', 6])
  assert.ok(titles.indexOf('Ours 1') < titles.indexOf('Ours 2'))
  assert.ok(titles.indexOf('Theirs 1') < titles.indexOf('Theirs 2'))
})

test('a new title by one side and a new text by the other are both kept', async () => {
  const { merge, outline, textAt } = await sides(
    [page('A')],
    (ids) => [{ operation: 'update_page', page: ids.a, title: 'Renamed' }],
    (ids) => [{ operation: 'update_page', page: ids.a, document: { markdown: 'New text.\n' } }],
  )
  assert.deepEqual((await merge()).conflicts, [])
  assert.equal(await outline(), 'Renamed')
  assert.equal(await textAt('a'), 'New text.\n')
})

test('files that each side added are all there', async () => {
  const file = (name: string): Change => ({
    operation: 'insert_files',
    files: [{ name, contentType: 'text/plain', size: 1, hash: name }],
  })
  const space = await givenContent(page('A'))
  const base = space.content
  const ours = await branch(space, base, [file('ours')])
  const theirs = await branch(space, base, [file('theirs')])
  const { conflicts, content, objects } = await mergeContents(space.store, { base, ours, theirs })
  await space.store.put(objects)
  assert.deepEqual(conflicts, [])
  const { items } = await listRecords(space.store, content, 'files', { limit: 10 })
  assert.deepEqual(
    items.map(({ name }) => name),
    ['ours', 'theirs'],
  )
})

test('a variable that both set differently is a conflict, and one that each set is kept', async () => {
  const space = await givenContent()
  const base = space.content
  const set = (values: Readonly<Record<string, string>>) =>
    editContent(space.store, base, { variables: new Map(Object.entries(values)) })
  const [ours, theirs] = [await set({ own: '1', both: 'x' }), await set({ other: '2', both: 'y' })]
  const { conflicts, content, objects } = await mergeContents(space.store, { base, ours, theirs })
  await space.store.put(objects)
  assert.deepEqual(
    conflicts.map(({ kind, object, target, ours: own, theirs: other }) => [kind, object, target, own, other]),
    [['attribute', 'variable', 'both', 'x', 'y']],
  )
  assert.deepEqual(await readVariables(space.store, content), { both: 'x', other: '2', own: '1' })
})

test('laws: one side alone gives that side, equal sides agree, the tree stays a tree', async () => {
  await fc.assert(
    fc.asyncProperty(batches, batches, async (first, second) => {
      const space = await givenContent(page('A'), page('B'), page('C'), page('D'))
      const base = space.content
      const ours = await branch(space, base, first)
      const theirs = await branch(space, base, second)
      const { store } = space
      const rootOf = (content: Content) => encodeContent(content).hash
      assert.equal((await mergeContents(store, { base, ours, theirs: base })).root, rootOf(ours))
      assert.equal((await mergeContents(store, { base, ours: base, theirs })).root, rootOf(theirs))
      assert.equal((await mergeContents(store, { base, ours, theirs: ours })).root, rootOf(ours))
      const merged = await mergeContents(store, { base, ours, theirs })
      const mirrored = await mergeContents(store, { base, ours: theirs, theirs: ours })
      const about = (conflicts: typeof merged.conflicts) => conflicts.length > 0
      assert.equal(about(merged.conflicts), about(mirrored.conflicts))
      await store.put(merged.objects)
      await requireTree(store, merged.content)
    }),
    { numRuns: 150 },
  )
})

type Space = Awaited<ReturnType<typeof givenContent>>
interface Ids {
  readonly a: string
  readonly b: string
  readonly c: string
}
type Edit = (ids: Ids) => Change[]

/** A base with two edited sides, and the result of merging them. */
async function sides(start: readonly Change[], edit: Edit, otherEdit: Edit) {
  const space = await givenContent(...start)
  const base = space.content
  const idAt = async (path: string) => (await findByPath(space.store, base, path))?.id ?? ''
  const ids = { a: await idAt('a'), b: await idAt('b'), c: await idAt('c') }
  const ours = await branch(space, base, edit(ids))
  const theirs = await branch(space, base, otherEdit(ids))
  let merged = base
  return {
    async merge(resolutions: Readonly<Record<string, Resolution>> = {}) {
      const result = await mergeContents(
        space.store,
        { base, ours, theirs },
        new Map(Object.entries(resolutions)),
      )
      await space.store.put(result.objects)
      merged = result.content
      await requireTree(space.store, merged)
      return result
    },
    outline: async () => outlineOf(await pageTree(space.store, merged)),
    async textAt(path: string) {
      const found = await findByPath(space.store, merged, path)
      const hash = found?.record.type === 'document' ? found.record.document : ''
      const [bytes = new Uint8Array()] = await space.store.get([hash])
      return decodeText(bytes)
    },
    pathOf: async (emoji: string) =>
      (await pageTree(space.store, merged)).find(({ record }) => record.emoji === emoji)?.path,
  }
}

/** The content after these changes to a base; rejected changes are skipped. */
async function branch(space: Space, base: Content, changes: readonly Change[]): Promise<Content> {
  space.restart(base)
  for (const change of changes) await space.write(change).catch(() => {})
  return space.content
}

const ids = ['id000000', 'id000001', 'id000002', 'id000003']
const oneOf = fc.constantFrom(...ids)
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    operation: fc.constant('update_page' as const),
    page: oneOf,
    into: fc.option(oneOf),
    at: fc.nat(3),
  }),
  fc.record({
    operation: fc.constant('update_page' as const),
    page: oneOf,
    title: fc.constantFrom('X', 'Y'),
  }),
  fc.record({
    operation: fc.constant('update_page' as const),
    page: oneOf,
    slug: fc.constantFrom('x', 'y', 'a'),
  }),
  fc.record({
    operation: fc.constant('update_page' as const),
    page: oneOf,
    document: fc.record({ markdown: fc.constantFrom('One.\n', '[x](/pages/a)\n', 'One.\n\nTwo.\n') }),
  }),
  fc.record({ operation: fc.constant('delete_page' as const), page: oneOf }),
  fc.record({
    operation: fc.constant('insert_page' as const),
    title: fc.constantFrom('X', 'Y', 'Z'),
    into: oneOf,
    document: fc.constant({ markdown: 'New.\n' }),
  }),
)
const batches = fc.array(change, { maxLength: 5 })
