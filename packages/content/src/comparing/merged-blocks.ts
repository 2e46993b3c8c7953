import type { AnyNode } from './any-node.ts'
import { type Blocks, compareBlocks, sourceOf } from './block-steps.ts'
import { type Change, markInlines, mergeInlines } from './merged-inlines.ts'
import { mergeTables } from './merged-tables.ts'

/**
 * One block that shows what it was and what it became, with changes marked inside of it. Undefined if the two
 * have too little in common for that: then both are shown.
 */
export function mergeBlocks(before: AnyNode, after: AnyNode): AnyNode | undefined {
  const [old = [], now = []] = [before.nodes, after.nodes]
  if (before.type === 'table' && after.type === 'table') return mergeTables(before, after, mergeChildren)
  if (isLine(before) && isLine(after)) return { ...after, nodes: mergeInlines(old, now) }
  if (before.type !== after.type || isLine(before) !== isLine(after)) return undefined
  if (sourceOf(before) === '' && sourceOf(after) === '') return undefined
  const { fragments } = after
  return {
    ...after,
    ...(now.length + old.length > 0 && { nodes: mergeChildren(old, now) }),
    ...(fragments && { fragments: fragments.map((one) => mergeFragment(before, one)) }),
  }
}

function mergeFragment({ fragments = [] }: AnyNode, after: AnyNode): AnyNode {
  const before = fragments.find(({ fragment }) => fragment === after.fragment)
  return { ...after, nodes: mergeChildren(before?.nodes ?? [], after.nodes ?? []) }
}

/** The blocks of both sides in one list. */
export function mergeChildren(before: Blocks, after: Blocks): AnyNode[] {
  return compareBlocks(before, after).flatMap((step): AnyNode[] => {
    if (step.kind === 'same') return [step.after]
    if (step.kind === 'edited') {
      const merged = mergeBlocks(step.before, step.after)
      return merged ? [merged] : [markBlock('deleted', step.before), markBlock('inserted', step.after)]
    }
    return 'after' in step ? [markBlock('inserted', step.after)] : [markBlock('deleted', step.before)]
  })
}

/** A block with every word in it marked. */
export function markBlock(change: Change, node: AnyNode): AnyNode {
  const { nodes, fragments } = node
  if (isLine(node)) return { ...node, nodes: [markInlines(change, nodes ?? [])] }
  return {
    ...node,
    ...(nodes && { nodes: nodes.map((one) => markBlock(change, one)) }),
    ...(fragments && { fragments: fragments.map((one) => markBlock(change, one)) }),
  }
}

/** Whether a block holds words and not blocks. */
function isLine({ nodes, fragments }: AnyNode): boolean {
  if (nodes === undefined || fragments !== undefined) return false
  return nodes.every(({ object }) => object === 'text' || object === 'inline')
}
