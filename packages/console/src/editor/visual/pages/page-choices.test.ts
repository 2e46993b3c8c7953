import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageChoices } from './page-choices.ts'

const page = (title: string) => ({ id: title, title, note: '' })

test('titles that begin with the words come first, then those that have them, then other spaces', () => {
  const own = ['Why install', 'Upgrade', 'Install'].map(page)
  const titles = pageChoices(own, [page('Elsewhere')], 'inst').map(({ title }) => title)
  assert.deepEqual(titles, ['Install', 'Why install', 'Elsewhere'])
})

test('without words, the pages are in the order of the tree, and no list is too long to read', () => {
  const own = Array.from({ length: 20 }, (_, at) => page(`Page ${at}`))
  assert.deepEqual(
    pageChoices(own, [], '').map(({ title }) => title),
    own.slice(0, 8).map(({ title }) => title),
  )
})
