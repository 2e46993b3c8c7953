import type { DocumentBlock } from '@stemma/content'
import { type BlockStep, compareBlocks, markBlock, mergeBlocks } from '@stemma/content/documents'

/** A part of a page that is drawn as it was, as it is, or both. */
export interface PastPart {
  readonly kind: 'same' | 'edited' | 'created' | 'deleted' | 'moved' | 'left'
  /** Drawn while differences are marked. */
  readonly marked: readonly DocumentBlock[]
  /** Drawn while they are not: the page as it was. Equal parts are drawn once. */
  readonly earlier: readonly DocumentBlock[]
}

type Blocks = readonly DocumentBlock[]

/**
 * The blocks of an earlier page and of the current one. `isShown` says which of the earlier blocks may be
 * shown beside those that are in both.
 */
export function markPast(
  before: Blocks,
  after: Blocks,
  isShown: (block: DocumentBlock) => boolean,
): PastPart[] {
  const parts: PastPart[] = []
  for (const step of compareBlocks(before, after)) {
    const part = partOf(step, isShown)
    const last = parts.at(-1)
    // Equal blocks stay together: an HTML element can begin in one and end in another.
    if (part?.kind === 'same' && last?.kind === 'same') {
      parts[parts.length - 1] = { ...last, marked: [...last.marked, ...part.marked] }
    } else if (part !== undefined) parts.push(part)
  }
  return parts
}

function partOf(step: BlockStep, isShown: (block: DocumentBlock) => boolean): PastPart | undefined {
  const before = 'before' in step ? (step.before as DocumentBlock) : undefined
  const after = 'after' in step ? (step.after as DocumentBlock) : undefined
  if (step.kind === 'same' && after) return { kind: 'same', marked: [after], earlier: [] }
  if (step.kind === 'moved' && after) return { kind: 'moved', marked: [after], earlier: [] }
  if (step.kind === 'left' && before) return { kind: 'left', marked: [], earlier: [before] }
  if (before === undefined || !isShown(before)) {
    return after && { kind: 'created', marked: [after], earlier: [] }
  }
  if (after === undefined) return { kind: 'deleted', marked: [marked('deleted', before)], earlier: [before] }
  return { kind: 'edited', marked: mergedOf(before, after), earlier: [before] }
}

/** One block with the words of both, or both blocks if words can't be marked in them. */
function mergedOf(before: DocumentBlock, after: DocumentBlock): Blocks {
  if (before.type === 'code' && after.type === 'code') return [mergedCode(before, after)]
  const isMergeable = opaqueIn(before).join() === opaqueIn(after).join()
  const merged = isMergeable ? mergeBlocks(before, after) : undefined
  return merged ? [merged as DocumentBlock] : [marked('deleted', before), marked('inserted', after)]
}

function marked(change: 'deleted' | 'inserted', block: DocumentBlock): DocumentBlock {
  return opaqueIn(block).length > 0 ? block : (markBlock(change, block) as DocumentBlock)
}

/** The blocks inside of one whose words are not drawn as they are, so that none can be marked. */
function opaqueIn(block: DocumentBlock): readonly string[] {
  if (!transparent.has(block.type)) return [JSON.stringify({ ...block, key: undefined })]
  const below = [...(block.nodes ?? []), ...(block.fragments ?? []).flatMap(({ nodes }) => nodes)]
  return below.flatMap((node) => (node.object === 'block' ? opaqueIn(node) : []))
}

const transparent: ReadonlySet<string> = new Set([
  'paragraph',
  'heading-1',
  'heading-2',
  'heading-3',
  'blockquote',
  'list-ordered',
  'list-unordered',
  'list-tasks',
  'list-item',
  'table',
  'hint',
  'tabs',
  'tabs-item',
  'stepper',
  'stepper-step',
  'columns',
  'column',
  'expandable',
])

/** A block of code is a comparison already if its lines begin with signs. */
function mergedCode(before: DocumentBlock, after: DocumentBlock): DocumentBlock {
  const lines = compareBlocks(linesOf(before), linesOf(after)).flatMap((step) => {
    const [old, now] = ['before' in step ? step.before : undefined, 'after' in step ? step.after : undefined]
    if (step.kind === 'same') return [signed(' ', now)]
    if (step.kind === 'moved') return [signed('+', now)]
    return [...(old ? [signed('-', old)] : []), ...(now ? [signed('+', now)] : [])]
  })
  const meta = typeof after.data?.meta === 'string' ? after.data.meta : ''
  return { ...after, data: { ...after.data, meta: `${meta} diff` }, nodes: lines }
}

/** Keys tell nothing about lines, which are compared by their words. */
function linesOf({ nodes = [] }: DocumentBlock): DocumentBlock[] {
  return nodes.flatMap((node) => {
    if (node.object !== 'block') return []
    const { key: _key, ...line } = node
    return [line]
  })
}

function signed(sign: string, line: object | undefined): DocumentBlock {
  const { nodes = [] } = (line ?? {}) as DocumentBlock
  const mark = { object: 'text' as const, leaves: [{ object: 'leaf' as const, text: sign, marks: [] }] }
  return { object: 'block', type: 'code-line', nodes: [mark, ...nodes] }
}
