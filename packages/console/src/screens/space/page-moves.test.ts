import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from '@stemma/contract'
import { type MoveTarget, moveOf, newSlugOf, withMove } from './page-moves.ts'

const [a, b, b1, b2, b2x, c, g, g1, l] = ['a', 'b', 'b1', 'b2', 'b2x', 'c', 'g', 'g1', 'l']
const pages: readonly Page[] = [
  page(a),
  page(b, page(b1), page(b2, page(b2x))),
  page(c),
  { ...page(g, page(g1)), type: 'group', kind: 'group' } as Page,
  { id: l, title: l, type: 'link' } as Page,
]

test('a page moves one step among its siblings, and not beyond the first and the last', () => {
  assert.equal(moved(c, 'up'), 'a,c,b(b1,b2(b2x)),g(g1),l')
  assert.equal(moved(a, 'down'), 'b(b1,b2(b2x)),a,c,g(g1),l')
  assert.equal(moved(b1, 'down'), 'a,b(b2(b2x),b1),c,g(g1),l')
  for (const [id, step] of [
    [a, 'up'],
    [l, 'down'],
    [b1, 'up'],
    [b2, 'down'],
  ] as const)
    assert.equal(moveOf(pages, id, step), undefined, `${id} ${step}`)
})

test('a page moves in under the sibling above it, as its last page', () => {
  assert.deepEqual(moveOf(pages, c, 'in'), { into: b, at: 2 })
  assert.equal(moved(c, 'in'), 'a,b(b1,b2(b2x),c),g(g1),l')
  assert.equal(moved(l, 'in'), 'a,b(b1,b2(b2x)),c,g(g1,l)')
  assert.equal(moveOf(pages, b1, 'in'), undefined)
})

test('a page moves out behind the page that it was below', () => {
  assert.deepEqual(moveOf(pages, b1, 'out'), { into: null, at: 2 })
  assert.equal(moved(b2x, 'out'), 'a,b(b1,b2,b2x),c,g(g1),l')
  assert.equal(moveOf(pages, a, 'out'), undefined)
})

test('a page is dropped before, after and on another', () => {
  assert.equal(moved(a, { to: 'after', page: c }), 'b(b1,b2(b2x)),c,a,g(g1),l')
  assert.equal(moved(a, { to: 'before', page: c }), 'b(b1,b2(b2x)),a,c,g(g1),l')
  assert.equal(moved(c, { to: 'before', page: b2 }), 'a,b(b1,c,b2(b2x)),g(g1),l')
  assert.equal(moved(b1, { to: 'on', page: b }), 'a,b(b2(b2x),b1),c,g(g1),l')
  assert.equal(moved(b2, { to: 'on', page: g }), 'a,b(b1),c,g(g1,b2(b2x)),l')
})

test('a page that would stay where it is does not move', () => {
  const stays: [string, MoveTarget][] = [
    [a, { to: 'before', page: b }],
    [c, { to: 'after', page: b }],
    [b2, { to: 'on', page: b }],
    [a, { to: 'on', page: a }],
    ['nowhere', 'up'],
    [a, { to: 'after', page: 'nowhere' }],
  ]
  for (const [id, target] of stays) assert.equal(moveOf(pages, id, target), undefined, `${id}`)
})

test('nothing moves below itself or a link, and groups stay at the top', () => {
  assert.equal(moveOf(pages, b, { to: 'on', page: b2x }), undefined)
  assert.equal(moveOf(pages, b, { to: 'after', page: b1 }), undefined)
  assert.equal(moveOf(pages, a, { to: 'on', page: l }), undefined)
  assert.equal(moveOf(pages, g, 'in'), undefined)
  assert.equal(moveOf(pages, g, { to: 'on', page: a }), undefined)
  assert.equal(moved(g, 'up'), 'a,b(b1,b2(b2x)),g(g1),c,l')
})

test('a page gets a number behind its slug where a sibling has the same', () => {
  const twins = [
    page(a, page('x')),
    { ...page('y'), slug: 'x' } as Page,
    { ...page('z'), slug: 'x-1' } as Page,
  ]
  assert.equal(newSlugOf(twins, 'y', { into: a, at: 0 }), 'x-1')
  assert.equal(newSlugOf(twins, 'x', { into: null, at: 0 }), 'x-2')
  assert.equal(newSlugOf(twins, 'z', { into: a, at: 0 }), undefined)
  assert.equal(newSlugOf(twins, 'y', { into: null, at: 0 }), undefined)
})

function page(id: string, ...below: Page[]): Page {
  return {
    id,
    title: id,
    slug: id,
    path: id,
    type: 'document',
    kind: 'sheet',
    pages: below,
  } as unknown as Page
}

function moved(id: string, target: MoveTarget): string {
  const move = moveOf(pages, id, target)
  assert.ok(move, `${id} doesn't move`)
  return outline(withMove(pages, id, move))
}

function outline(of: readonly Page[]): string {
  return of
    .map((one) => one.title + ('pages' in one && one.pages.length > 0 ? `(${outline(one.pages)})` : ''))
    .join(',')
}
