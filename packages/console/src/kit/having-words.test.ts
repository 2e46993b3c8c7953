import assert from 'node:assert/strict'
import { test } from 'node:test'
import { havingWords } from './having-words.ts'

test('words are found in any order', () => {
  const titles = [{ title: 'Get a pet' }, { title: 'A pet is born' }]
  const found = havingWords(titles, 'PET get', ({ title }) => title)
  assert.deepEqual(
    found.map(({ title }) => title),
    ['Get a pet'],
  )
  assert.deepEqual(
    havingWords(titles, ' ', ({ title }) => title),
    titles,
  )
})
