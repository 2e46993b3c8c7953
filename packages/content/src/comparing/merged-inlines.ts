import type { AnyNode } from './any-node.ts'
import { segmentsBetween, type Token, tokensOf } from './tokens.ts'

/** Inlines that say what happened to what is inside of them. No document has such inlines. */
export type Change = 'inserted' | 'deleted'

type Nodes = readonly AnyNode[]

/** One line of text with the words of both: those that are gone before those that came. */
export function mergeInlines(before: Nodes, after: Nodes): AnyNode[] {
  return segmentsBetween(tokensOf(before), tokensOf(after)).flatMap((segment) =>
    segment.isSame
      ? toNodes(segment.after)
      : [...changedNodes('deleted', segment.before), ...changedNodes('inserted', segment.after)],
  )
}

function changedNodes(change: Change, tokens: readonly Token[]): AnyNode[] {
  return tokens.length === 0 ? [] : [markInlines(change, toNodes(tokens))]
}

/** Everything in a line as one change. */
export function markInlines(change: Change, nodes: Nodes): AnyNode {
  return { object: 'inline', type: change, nodes: [...nodes] }
}

/** The tokens as nodes: those inside of the same link or inline are put into it again. */
function toNodes(tokens: readonly Token[], depth = 0): AnyNode[] {
  const nodes: AnyNode[] = []
  for (let at = 0; at < tokens.length; ) {
    const outer = tokens[at]?.around[depth]
    let end = at + 1
    while (end < tokens.length && tokens[end]?.around[depth] === outer) end++
    const group = tokens.slice(at, end)
    if (outer === undefined) nodes.push(...plainNodes(group))
    else nodes.push({ ...outer, nodes: toNodes(group, depth + 1) })
    at = end
  }
  return nodes
}

function plainNodes(tokens: readonly Token[]): AnyNode[] {
  const nodes: AnyNode[] = []
  for (const { text, marks, atom } of tokens) {
    const last = nodes.at(-1)?.leaves?.at(-1)
    if (atom !== undefined) nodes.push(atom)
    else if (last !== undefined && last.marks === marks) last.text += text
    else nodes.push({ object: 'text', leaves: [{ object: 'leaf', text, marks }] })
  }
  return nodes
}
