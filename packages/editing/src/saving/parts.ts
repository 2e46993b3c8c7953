import type { Node } from 'prosemirror-model'
import { type Base, gapName, indentOf, type Spelling } from './base.ts'
import { readBlocks } from './open.ts'
import { isSame } from './same.ts'
import type { Spelled } from './spell.ts'

/** A block on its way into the text. */
export interface Part {
  readonly node: Node
  /** The block it was opened from, unless another block of the page has a better claim to it. */
  readonly key: string | undefined
  readonly old: Spelling | undefined
  readonly spelled: Spelled
  /** Whether it needs empty lines around it. */
  readonly isApart: boolean
  /** Whether it is a list with another marker than its own, because of a list beside it. */
  readonly isRemarked: boolean
}

export function compose(parts: readonly Part[], base: Base): string {
  let text = ''
  for (const [at, part] of parts.entries()) text += gapBefore(part, parts[at - 1], base) + part.spelled.bytes
  const last = parts.at(-1)
  if (last === undefined) return base.text.trim() === '' ? base.text : ''
  const tail = last.key === undefined ? undefined : base.gaps.get(gapName(last.key, undefined))
  return text + (tail ?? (base.tail === '' && base.text !== '' ? '' : base.lineBreak))
}

/** White space between old neighbours stays; new neighbours get an empty line. */
function gapBefore(part: Part, previous: Part | undefined, base: Base): string {
  const { lineBreak } = base
  const isKnown = part.key !== undefined && (previous === undefined || previous.key !== undefined)
  const known = isKnown ? base.gaps.get(gapName(previous?.key, part.key)) : undefined
  const gap = known ?? (previous === undefined ? markOf(base) : lineBreak + lineBreak)
  const own = part.spelled.from === 'printed' ? gap.slice(0, gap.length - indentOf(gap).length) : gap
  const isTight = previous !== undefined && !/\n[ \t]*\r?\n/.test(own)
  return isTight && (part.isApart || previous.isApart) ? lineBreak + lineBreak : own
}

/** A byte order mark stays at the start. */
function markOf({ text }: Base): string {
  return text.startsWith('\uFEFF') ? '\uFEFF' : ''
}

/** The parts that are not read back as they are shown. */
export function misreadParts(text: string, parts: readonly Part[], base: Base): readonly Part[] {
  const { blocks } = readBlocks(text)
  const misread: Part[] = []
  let [at, index] = [0, 0]
  for (const [place, part] of parts.entries()) {
    const start = at + gapBefore(part, parts[place - 1], base).length
    const end = start + part.spelled.bytes.length
    const first = index
    while (index < blocks.length && (blocks[index]?.start ?? end) < end) index++
    const read = blocks.slice(first, index)
    const [one, last] = [read[0], read.at(-1)]
    const isWithin = one !== undefined && one.start >= start && (last?.end ?? end) <= end
    const isShown = isWithin && read.length === 1 && isSame(one.node, part.node)
    if (!isShown) misread.push(part)
    at = end
  }
  return misread
}
