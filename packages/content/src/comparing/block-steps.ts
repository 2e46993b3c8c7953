import { pairBlocks, stepsOf } from '../documents/diff-pairs.ts'
import type { AnyNode } from './any-node.ts'

/** What happened to one block. A block that moved has two steps: where it was, and where it is. */
export type BlockStep =
  | {
      readonly kind: 'same' | 'edited' | 'moved'
      readonly before: AnyNode
      readonly after: AnyNode
    }
  | { readonly kind: 'created'; readonly after: AnyNode }
  | { readonly kind: 'deleted' | 'left'; readonly before: AnyNode }

export type Blocks = readonly AnyNode[]

/** The steps from one list of blocks to another, in the order of both. Pairs blocks as the engine does. */
export function compareBlocks(before: Blocks, after: Blocks): readonly BlockStep[] {
  const [left, right] = [piecesOf(before), piecesOf(after)]
  const pairing = pairBlocks(left, right)
  const origins = new Map([...pairing.moved].map(([from, to]) => [to, from]))
  return stepsOf(pairing, right.length).flatMap((step): readonly BlockStep[] => {
    const [old, now] = [left[step.before ?? -1]?.node, right[step.after ?? -1]?.node]
    if (old !== undefined && now !== undefined) {
      const isSame = left[step.before ?? -1]?.content === right[step.after ?? -1]?.content
      return [{ kind: isSame ? 'same' : 'edited', before: old, after: now }]
    }
    if (old !== undefined)
      return [{ kind: pairing.moved.has(step.before ?? -1) ? 'left' : 'deleted', before: old }]
    if (now === undefined) return []
    const origin = left[origins.get(step.after ?? -1) ?? -1]?.node
    return [
      origin === undefined ? { kind: 'created', after: now } : { kind: 'moved', before: origin, after: now },
    ]
  })
}

/** One side of the steps: the blocks as they were, or as they are. */
export function sideOf(steps: readonly BlockStep[], side: 'before' | 'after'): Blocks {
  return steps.flatMap((step) => {
    if (side === 'after') return 'after' in step ? [step.after] : []
    return 'before' in step && step.kind !== 'moved' ? [step.before] : []
  })
}

interface Piece {
  readonly content: string
  readonly type: string
  readonly source: string
  readonly node?: AnyNode
}

/** The engine begins every text with a front matter, which readers don't see. */
const frontMatter: Piece = { content: '', type: 'front-matter', source: '' }

function piecesOf(nodes: Blocks): readonly Piece[] {
  const keys = new Set(nodes.map(({ key }) => key))
  const pieces = nodes.map((node) => ({
    content: `${node.type} ${contentOf(node, keys)}`,
    type: node.type ?? '',
    source: sourceOf(node),
    node,
  }))
  return [frontMatter, ...pieces]
}

/** Equal blocks have keys that differ by a number; the first has none. */
function contentOf(node: AnyNode, keys: ReadonlySet<string | undefined>): string {
  const { key } = node
  if (key === undefined) return JSON.stringify(node)
  const content = key.replace(/-\d+$/, '')
  return keys.has(content) ? content : key
}

/** The words of a block, by which an edited one is recognized. */
export function sourceOf({ leaves = [], nodes = [], fragments = [] }: AnyNode): string {
  const own = leaves.map(({ text }) => text).join('')
  const below = [...nodes, ...fragments].map(sourceOf).join(' ')
  return own === '' ? below : own
}
