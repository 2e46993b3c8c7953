import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenContent, page } from '../test/writing.ts'
import { ancestorsOf, findPlacedPages, pageTree, pathOf } from './read-pages.ts'

test('pages found together have the paths they have alone, and who is not there is left out', async () => {
  const { store, content, write } = await givenContent(page('A'), page('B', { ref: 'b' }))
  const [a, b] = (await pageTree(store, content)).map(({ id }) => id)
  const applied = await write(page('C', { into: a ?? '' }), page('D', { into: b ?? '' }))
  const inside = applied.content
  const tree = (await pageTree(store, inside)).flatMap((top) => [top, ...top.pages])
  const found = await findPlacedPages(store, inside, [...tree.map(({ id }) => id), 'nobody'])
  assert.deepEqual(
    [...found.keys()],
    tree.map(({ id }) => id),
  )
  for (const { id, record, path } of tree) {
    const ancestors = await ancestorsOf(store, inside, record)
    assert.deepEqual(found.get(id), { record, ancestors, path })
    assert.equal(path, pathOf(record, ancestors))
  }
  assert.deepEqual((await findPlacedPages(store, inside, [])).size, 0)
})
