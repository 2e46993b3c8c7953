import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

// `lines.tsv` states, in our own words, what each line of the API specification requires. A test proves a
// line by citing it at the start of its name, as in `spec N: …`, `spec N, M: …` or `spec N-M: …`.

const repository = fileURLToPath(new URL('../../../../../', import.meta.url))
const rows = (await readFile(new URL('lines.tsv', import.meta.url), 'utf8')).trimEnd().split('\n').slice(1)
const stated = rows.map((row) => Number(row.split('\t')[0]))
const cited = await citedLines()

test('every row has a line number and a statement, and rows are in order', () => {
  const malformed = rows.filter((row) => !/^[1-9]\d*\t\S.*\S$/.test(row))
  assert.deepEqual(malformed, [])
  assert.deepEqual(
    stated,
    [...new Set(stated)].sort((a, b) => a - b),
  )
})

test('every stated line is cited by the name of a test', () => {
  assert.deepEqual(
    stated.filter((line) => !cited.has(line)),
    [],
    'Cite these lines in the name of the test that proves them, or remove their rows from lines.tsv.',
  )
})

test('every cited line is stated', () => {
  const unknown = [...cited].filter(([line]) => !stated.includes(line))
  assert.deepEqual(unknown, [], 'Add a row for these lines to lines.tsv.')
})

/** Cited line numbers, each with the file that cites it. */
async function citedLines(): Promise<ReadonlyMap<number, string>> {
  const lines = new Map<number, string>()
  for await (const path of glob('{packages/*/src,proofs,tools}/**/*.test.ts', { cwd: repository })) {
    const text = await readFile(join(repository, path), 'utf8')
    for (const [, citation = ''] of text.matchAll(/['"`]spec (\d+(?:-\d+)?(?:, \d+(?:-\d+)?)*): /g)) {
      for (const line of linesIn(citation)) lines.set(line, path)
    }
  }
  return lines
}

function linesIn(citation: string): number[] {
  return citation.split(', ').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}
