import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DocumentTree } from '../documents/nodes.ts'
import { parseDocument } from '../documents/parse.ts'
import { printDocument } from '../documents/print.ts'
import { corpusDocuments } from './corpus.ts'

const documents = corpusDocuments()

test('every document consists of its blocks and of blanks between them', (t) => {
  let blocks = 0
  for (const { name, markdown } of documents) {
    let at = 0
    for (const { start, end } of parseDocument(markdown).blocks) {
      assert.ok(start >= at && end > start && isBlank(markdown.slice(at, start)), name)
      at = end
      blocks++
    }
    assert.ok(isBlank(markdown.slice(at)), name)
  }
  assert.ok(documents.length >= 300)
  t.diagnostic(`${documents.length} documents, ${blocks} blocks`)
})

test('what is printed is read as the tree it was printed from', () => {
  for (const { name, markdown } of documents) {
    const { tree } = parseDocument(markdown)
    const printed = printDocument(tree)
    assert.equal(plain(parseDocument(printed).tree), plain(tree), name)
    assert.ok(printDocument(parseDocument(printed).tree) === printed, `${name} is printed another way again`)
  }
})

test('a block put in the place of another leaves the bytes and the keys of all others as they were', (t) => {
  let edits = 0
  for (const { name, markdown } of documents) {
    if (markdown.length > editedLengthMax) continue
    const { blocks } = parseDocument(markdown)
    for (const [index, { start, end, type }] of blocks.entries()) {
      if (type !== 'paragraph' || !standsAlone(markdown, start, end)) continue
      const edited = `${markdown.slice(0, start)}Another paragraph ${index}.${markdown.slice(end)}`
      const after = parseDocument(edited).blocks
      assert.equal(after.length, blocks.length, name)
      const sources = after.map((block) => edited.slice(block.start, block.end))
      for (const [other, block] of blocks.entries()) {
        if (other === index) continue
        assert.equal(sources[other], markdown.slice(block.start, block.end), name)
        if (!isRepeated(blocks, block.key)) assert.equal(after[other]?.key, block.key, name)
      }
      edits++
    }
  }
  assert.ok(edits > 300)
  t.diagnostic(`${edits} edits of one block`)
})

const editedLengthMax = 20_000

/** With a blank line on both sides, so that a replacement can't merge with a neighbour. */
function standsAlone(markdown: string, start: number, end: number): boolean {
  const [before, after] = [markdown.slice(0, start), markdown.slice(end)]
  return /(?:^|\n[ \t]*\r?\n)$/.test(before) && /^[ \t]*(?:$|\r?\n[ \t]*(?:$|\r?\n))/.test(after)
}

/** Equal blocks are distinguished by a number, which an edit before them may change. */
function isRepeated(blocks: readonly { readonly key: string }[], key: string): boolean {
  const [own = ''] = key.split('-')
  return blocks.filter((block) => block.key.startsWith(own)).length > 1
}

function isBlank(text: string): boolean {
  return text.replaceAll('\uFEFF', '').trim() === ''
}

function plain(tree: DocumentTree): string {
  return JSON.stringify(tree, (name, value) => (name === 'key' ? undefined : value))
}
