import type { Node } from 'prosemirror-model'
import { blocksOf } from '../groups/group.ts'
import { isPlace } from '../groups/places.ts'
import { type Base, gapName, indentOf } from './base.ts'
import { withMarkers } from './markers.ts'
import { compose, misreadParts, type Part } from './parts.ts'
import { isSource } from './print.ts'
import { isSame } from './same.ts'
import { printSpelled, reads, respellNode, type Spelled } from './spell.ts'

export type Saved = SavedText | Unwritable

export interface SavedText {
  readonly kind: 'saved'
  readonly text: string
  /** How many blocks were not written as they were, by the way they were spelled. */
  readonly respelled: number
  readonly printed: number
  /** Whether a box changed what others mean, or means something else elsewhere: show the text again. */
  readonly isStale: boolean
}

/** No text that was tried shows these blocks: the editor shows them as source. */
export interface Unwritable {
  readonly kind: 'unwritable'
  readonly blocks: readonly Node[]
}

/**
 * The text of a page. Every block that equals its base keeps its bytes, and so does the space between old
 * neighbours. The text is read again, and only returned if it shows what the page shows. A source box shows
 * its source, whatever it means.
 */
export function save(base: Base, document: Node): Saved {
  const parts = withMarkers(partsOf(document, base), base)
  const isSourceChanged = parts.some((part) => isChanged(part) && isSource(part.node))
  let wrong: readonly Part[] = []
  for (const attempt of attempts(parts, base, () => wrong)) {
    const text = compose(attempt, base)
    if (text === base.text && !attempt.some(isChanged)) return savedAs(text, attempt)
    const misread = misreadParts(text, attempt, base)
    wrong = misread.filter(({ node }) => !isSource(node))
    const isStale = !misread.every((part) => isSource(part.node) && isChanged(part))
    if (wrong.length === 0 || (isSourceChanged && !wrong.some(isChanged)))
      return { ...savedAs(text, attempt), isStale }
  }
  return { kind: 'unwritable', blocks: wrong.map(({ node }) => node) }
}

function isChanged({ spelled }: Part): boolean {
  return spelled.from !== 'base'
}

function savedAs(text: string, parts: readonly Part[]): SavedText {
  const count = (from: Spelled['from']) => parts.filter(({ spelled }) => spelled.from === from).length
  return { kind: 'saved', text, respelled: count('respelled'), printed: count('printed'), isStale: false }
}

/**
 * From the closest to the old text to the safest. The last one also prints blocks that nobody edited, because
 * they mean something else without a definition that is gone.
 */
function* attempts(
  parts: readonly Part[],
  base: Base,
  wrong: () => readonly Part[],
): Generator<readonly Part[]> {
  yield parts
  const checked = checkedParts(parts, base)
  yield checked
  yield checked.map((part) => (isChanged(part) ? { ...part, isApart: true } : part))
  const printed = parts.map((part) => (isChanged(part) ? printPart(part, base) : part))
  yield printed
  const nodes = new Set(wrong().map(({ node }) => node))
  yield printed.map((part) => (nodes.has(part.node) ? printPart(part, base) : part))
}

function printPart(part: Part, base: Base): Part {
  const spelled = part.isRemarked ? part.spelled : printSpelled(part.node, undefined, base)
  return { ...part, spelled, isApart: true }
}

/** Prints the blocks whose new spelling isn't read as the block. */
function checkedParts(parts: readonly Part[], base: Base): readonly Part[] {
  const definitions = definitionsIn(parts)
  return parts.map((part, at) => {
    if (part.spelled.from !== 'respelled') return part
    const gap = base.gaps.get(gapName(parts[at - 1]?.key, part.key)) ?? ''
    if (reads(part.spelled, part.node, { indent: indentOf(gap), definitions })) return part
    return { ...part, spelled: printSpelled(part.node, part.old, base) }
  })
}

/** Definitions of links and the labels of notes, which decide what other blocks mean. */
function definitionsIn(parts: readonly Part[]): string {
  const found = parts.flatMap(({ node: { type, attrs, textContent } }) => {
    if (type.name === 'footnote') return [`[^${attrs.label}]: x`]
    return type.name === 'raw' && /^ {0,3}\[[^\]]+\]:/.test(textContent) ? [textContent] : []
  })
  return found.join('\n\n')
}

/** The written blocks of a page. Of several blocks with one key, the first that is unchanged owns it. */
function partsOf(document: Node, base: Base): readonly Part[] {
  const blocks = blocksOf(document).filter((block) => !isPlace(block) || isClean(block, base))
  const owners = new Map<string, Node>()
  for (const block of blocks) {
    const { key } = block.attrs
    if (key === null || !base.spellings.has(key)) continue
    const owner = owners.get(key)
    if (owner === undefined || (!isClean(owner, base) && isClean(block, base))) owners.set(key, block)
  }
  const taken = new Set<string>()
  return blocks.map((node): Part => {
    const key: string = node.attrs.key ?? ''
    const isOwner = owners.get(key) === node && !taken.has(key)
    taken.add(key)
    const old = isOwner || isClean(node, base) ? base.spellings.get(key) : undefined
    const spelled: Spelled =
      old !== undefined && isClean(node, base)
        ? { bytes: old.bytes, from: 'base' }
        : spellChanged(node, old, base)
    return { node, key: isOwner ? key : undefined, old, spelled, isApart: false, isRemarked: false }
  })
}

function isClean(node: Node, base: Base): boolean {
  const old = base.spellings.get(node.attrs.key ?? '')
  return old !== undefined && isSame(old.node, node)
}

function spellChanged(node: Node, old: Part['old'], base: Base): Spelled {
  if (isSource(node)) return { bytes: node.textContent, from: 'printed' }
  return respellNode(node, old, base)
}
