import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insertionsOf, movesOf } from '../pages-of.ts'
import { templates } from './index.ts'

for (const template of templates) {
  const { name, pages } = template
  const refs = pages.map(({ ref }) => ref)

  test(`${name} has six to ten pages, each with a name of its own and what it is about`, () => {
    assert.equal(pages.length >= 6 && pages.length <= 10, true)
    assert.equal(new Set(refs).size, pages.length)
    for (const { title, description, text } of pages)
      assert.equal(title !== '' && description !== '' && text.trim() !== '', true, title)
  })

  test(`${name} links only to its own pages, and no page comes before the one that holds it`, () => {
    for (const { text, title } of pages)
      for (const [, ref = ''] of text.matchAll(/\]\(\.\/([a-z-]+)\.md\)/g))
        assert.equal(refs.includes(ref), true, `${title} links to ${ref}`)
    for (const [at, { into }] of pages.entries())
      assert.equal(into === undefined || refs.indexOf(into) < at, true, into)
  })

  test(`${name} is written in one request, and its tree in another`, () => {
    const ids = refs.map((ref) => `id of ${ref}`)
    assert.equal(insertionsOf(template).length, pages.length)
    const held = pages.filter(({ into }) => into !== undefined)
    assert.deepEqual(
      movesOf(template, ids),
      held.map(({ ref, into }) => ({
        operation: 'update_page',
        page: `id of ${ref}`,
        into: `id of ${into}`,
      })),
    )
  })
}
