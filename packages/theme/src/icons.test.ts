import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counterparts } from './icon-names.ts'
import { drawIcon } from './icons.ts'

test('an icon has a shape in each style', () => {
  const shapes = (['regular', 'fill', 'duotone', 'light', 'thin'] as const).map((style) =>
    drawIcon('house', style),
  )
  assert.equal(new Set(shapes).size, 5)
  for (const shape of shapes) assert.match(shape ?? '', /^<path [^<]*>/)
})

test('names of Font Awesome draw the icon that shows the same', () => {
  for (const [name, phosphor] of counterparts) {
    assert.ok(drawIcon(name, 'regular'), `${name} leads to ${phosphor}, which there is not`)
  }
  assert.equal(drawIcon('magnifying-glass', 'regular'), drawIcon('magnifying-glass', 'fill'))
})

test('names that are none draw nothing', () => {
  for (const name of ['', 'no-such-icon', '../regular/house', 'House', 'a/b', 'house.svg']) {
    assert.equal(drawIcon(name, 'regular'), undefined, name)
  }
})
