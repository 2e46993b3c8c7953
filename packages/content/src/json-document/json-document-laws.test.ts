import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { comparable } from '../test/compare-trees.ts'
import { corpusDocuments } from '../test/corpus.ts'
import { trees } from '../test/trees.ts'
import { fromJsonDocument } from './from-json-document.ts'
import { printJsonDocument, readJsonDocument } from './json-document.ts'
import { toJsonDocument } from './to-json-document.ts'

test('a document that a client reads and writes back is the document that it was', () => {
  for (const { name, markdown } of corpusDocuments()) {
    if (name.startsWith('large-')) continue
    // Text between the steps of a stepper becomes a step of its own, so only the second reading is compared.
    const before = readJsonDocument(name === 'tags.md' ? rewritten(markdown) : markdown)
    assert.deepEqual(comparable(readJsonDocument(printJsonDocument(before))), comparable(before), name)
  }
})

function rewritten(markdown: string): string {
  return printJsonDocument(readJsonDocument(markdown))
}

test('every tree becomes a document that survives being written back', () => {
  fc.assert(
    fc.property(trees(), (tree) => {
      const before = readJsonDocument(printJsonDocument(toJsonDocument(tree)))
      const printed = printJsonDocument(before)
      assert.deepEqual(comparable(readJsonDocument(printed)), comparable(before), printed)
    }),
    { numRuns: Number(process.env.RUNS ?? 300) },
  )
})

test('a tree of the engine stays as it is, except for the levels of its headings', () => {
  const withoutHeadings = trees().filter((tree) => !JSON.stringify(tree).includes('"heading-'))
  fc.assert(
    fc.property(withoutHeadings, (tree) => {
      assert.deepEqual(comparable(fromJsonDocument(tree)), comparable(tree))
    }),
    { numRuns: Number(process.env.RUNS ?? 300) },
  )
})
