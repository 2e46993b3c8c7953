import { schema } from '@stemma/editing'
import type { Node } from 'prosemirror-model'
import { Transform } from 'prosemirror-transform'

/** One edit of a page, such as a person makes with a few keystrokes. */
export interface Edit {
  readonly document: Node
  /** How many characters the edit itself removes and inserts. */
  readonly size: number
  /** The number of the edited block. */
  readonly block: number
}

/** About `count` edits, spread over all places of a page that have text, each of the opened page. */
export function editsOf(page: Node, count: number): readonly Edit[] {
  const words = wordsIn(page)
  const every = Math.max(1, Math.floor(words.length / count))
  return words.filter((_, at) => at % every === 0).map((word, at) => editOf(page, word, at))
}

interface Word {
  readonly start: number
  readonly text: string
  readonly block: number
}

/** One word of every text block, wherever it is nested. */
function wordsIn(page: Node): readonly Word[] {
  const words: Word[] = []
  let block = -1
  page.descendants((node, position, parent) => {
    if (parent?.type.name === 'group') block++
    if (!node.isTextblock || sources.has(node.type.name)) return
    const found: Word[] = []
    node.forEach((child, offset) => {
      for (const { 0: text, index } of (child.text ?? '').matchAll(/[\p{L}\p{N}]{2,}/gu)) {
        if (/^[^\ud800-\udfff]*$/.test(text))
          found.push({ start: position + 1 + offset + index, text, block })
      }
    })
    const word = found[(words.length * 7) % found.length]
    if (word !== undefined) words.push(word)
  })
  return words
}

/** Boxes with source are edited as they are. */
const sources = new Set(['raw', 'html', 'front_matter', 'math'])

/** Types a letter, deletes one, types a word, or replaces one. */
function editOf(page: Node, { start, text, block }: Word, turn: number): Edit {
  const transform = new Transform(page)
  const marks = page.resolve(start + 1).marks()
  const end = start + text.length
  if (turn % 4 === 0) transform.insert(start + 1, schema.text('x', marks))
  else if (turn % 4 === 1) transform.delete(start + 1, start + 2)
  else if (turn % 4 === 2) transform.insert(end, schema.text(' added', marks))
  else transform.replaceWith(start, end, schema.text('Replaced', marks))
  const sizes = [1, 1, ' added'.length, text.length + 'Replaced'.length]
  return { document: transform.doc, size: sizes[turn % 4] ?? 0, block }
}

/** How many characters differ between two texts, from the first difference to the last. */
export function distance(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let start = 0
  while (start < most && one[start] === other[start]) start++
  let end = 0
  while (end < most - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++
  return one.length + other.length - 2 * (start + end)
}
