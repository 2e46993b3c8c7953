import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excerptOf, highlightsIn } from './excerpt.ts'
import { fold } from './fold.ts'
import { readQuery } from './query.ts'
import { readHead } from './score.ts'
import { sectionsOf } from './sections.ts'
import { distanceBetween, likeliest, misspellingsOf } from './spelling.ts'
import { Vector } from './vector.ts'

const none = new Map()

test('words are folded alike however they are written', () => {
  const pairs = {
    ÉCOLE: 'ecole',
    Straße: 'strasse',
    ёлка: 'елка',
    ﬁle: 'file',
    Ａｂｃ: 'abc',
    각: '각',
    ไม้: 'ไม้',
  }
  for (const [written, folded] of Object.entries(pairs)) assert.equal(fold(written), folded)
})

test('an identifier is indexed whole and by its parts, and printed as PostgreSQL reads it', () => {
  const vector = new Vector('MMMMM', none)
  vector.add("maxRetry.count it's", 'A')
  const expected = `'MMMMMmaxretry':1A 'MMMMMmax':1A 'MMMMMretry':2A 'MMMMMcount':3A 'MMMMMmaxretrycount':1A`
  assert.equal(vector.print(), `${expected} 'MMMMMit':4A 'MMMMMs':5A`)
  assert.deepEqual([...readHead(vector.print()).lexemes.A].slice(0, 2), ['maxretry', 'max'])
  assert.equal(readHead(vector.print()).lengths.A, 5)
})

test('words whose beginnings differ by one letter have a misspelling in common', () => {
  const has = (one: string, other: string) =>
    misspellingsOf(one, '').some((text) => misspellingsOf(other, '').includes(text))
  for (const typo of ['lantrn', 'lanntern', 'lantarn', 'latnern', 'antern'])
    assert.ok(has('lantern', typo), typo)
  assert.ok(!has('lantern', 'kettle'))
  assert.deepEqual(
    [distanceBetween('ab', 'ba', 2), distanceBetween('abc', 'abd', 2), distanceBetween('abc', 'xyz', 1)],
    [1, 1, 2],
  )
  assert.deepEqual(likeliest('lantrn', ['lantern', 'lanterns', 'canteen'], { isPrefix: false }), ['lantern'])
})

test('words are highlighted however they are written, and no others', () => {
  const text =
    'Set max_retry, maxRetry or --max-retry: MAXRETRY; v1.2 is Größe, max. a retry, minimal 検索する.'
  const marked = (query: string) => highlightsIn(text, readQuery(query, none)).map((at) => textAt(text, at))
  assert.deepEqual(marked('maxRetry'), ['max_retry', 'maxRetry', 'max-retry', 'MAXRETRY', 'max', 'retry'])
  assert.deepEqual(marked('v1.2'), ['v1.2'])
  assert.deepEqual(marked('grosse'), ['Größe'])
  assert.deepEqual(marked('検索'), ['検索'])
  assert.deepEqual(marked('retries'), [])
})

test('no word is longer than PostgreSQL takes, whatever its letters stand for', () => {
  const vector = new Vector('MMMMM', none)
  vector.add('ﷺ'.repeat(100), 'A')
  const printed = vector.print()
  assert.ok(printed !== '' && Buffer.byteLength(printed) < 2046)
})

test('a page is cut at its headings, long sections into parts, and nothing is lost', async () => {
  const long = 'word '.repeat(2000)
  const markdown = `Intro.\n\n## One\n\n${long}\n\n### Deep\n\n| a | b |\n| - | - |\n| c | d |\n`
  const sections = await sectionsOf({ id: 'page', title: 'Title', description: 'About.', markdown })
  assert.deepEqual(
    sections.map(({ title, anchor, above }) => [title, anchor, above]),
    [
      ['Title', undefined, []],
      ['One', 'one', []],
      ['One', 'one', []],
      ['One', 'one', []],
      ['Deep', 'deep', ['One']],
    ],
  )
  assert.deepEqual([sections[0]?.body, sections[4]?.body], ['About. Intro.', 'a b c d'])
  assert.equal(
    sections.slice(1, 4).reduce((sum, { body }) => sum + body.split('word').length - 1, 0),
    2000,
  )
})

test('an excerpt shows the place with most of the words, and highlights them', () => {
  const text = `${'nothing here '.repeat(40)}a red lantern hangs ${'by the wall '.repeat(40)}`
  const { text: shown, highlights } = excerptOf(text, readQuery('red lantern', none))
  assert.ok(shown.length < 260 && shown.startsWith('…') && shown.endsWith('…'))
  assert.deepEqual(
    highlights.map(({ start, end }) => shown.slice(start, end)),
    ['red', 'lantern'],
  )
})

function textAt(text: string, { start, end }: { readonly start: number; readonly end: number }) {
  return text.slice(start, end)
}
