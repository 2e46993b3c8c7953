import type { Node } from 'prosemirror-model'
import type { Range } from '../find/pattern.ts'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The words of a text. Languages without spaces have words too. */
export function countWords(text: string): number {
  let count = 0
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) count++
  return count
}

const known = new WeakMap<Node, number>()

/** Whether the words of a group of blocks were counted before. */
export function isCounted(group: Node): boolean {
  return known.has(group)
}

/** The words of a group of blocks, or of a part of it. Code is not read word by word. */
export function wordsIn(group: Node, part: Range = { from: 0, to: group.content.size }): number {
  const isWhole = part.from <= 0 && part.to >= group.content.size
  const before = isWhole ? known.get(group) : undefined
  if (before !== undefined) return before
  let count = 0
  group.nodesBetween(Math.max(part.from, 0), Math.min(part.to, group.content.size), (node, position) => {
    if (!node.isTextblock) return true
    const from = Math.max(part.from - position - 1, 0)
    const to = Math.min(part.to - position - 1, node.content.size)
    if (!node.type.spec.code && to > from) count += countWords(node.textBetween(from, to, ' ', ' '))
    return false
  })
  if (isWhole) known.set(group, count)
  return count
}
