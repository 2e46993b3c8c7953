import assert from 'node:assert/strict'
import { test } from 'node:test'
import { charactersMax, DocumentError, requireDocument } from './bounds.ts'

test('a text of any characters up to the bound is a document', () => {
  for (const markdown of ['', 'a', '😀'.repeat(charactersMax / 2), '\uFEFF\r\n\t\u0001'])
    requireDocument(markdown)
})

test('what is too long, or no text at all, is refused with a sentence', () => {
  const refused = [
    ['a'.repeat(charactersMax + 1), /2000001 characters; split it into pages of at most 2000000\.$/],
    ['ab\0', /NUL character at position 2; remove it\.$/],
    ['\uD83D', /half of a surrogate pair; send it as well-formed Unicode\.$/],
    ['a\uDE00b', /half of a surrogate pair/],
  ] as const
  for (const [markdown, message] of refused) {
    assert.throws(
      () => requireDocument(markdown),
      (error: unknown) => error instanceof DocumentError && message.test(error.message),
    )
  }
})
