import type { Node } from 'prosemirror-model'
import type { Base, Spelling } from './base.ts'
import { readBlocks } from './open.ts'
import { printNode } from './print.ts'
import { respell } from './respell.ts'
import { isSame } from './same.ts'

/** The bytes of a block, and where they come from. */
export interface Spelled {
  readonly bytes: string
  readonly from: 'base' | 'respelled' | 'printed'
}

/** Spells a changed block close to how it was spelled. Whether it is read as this block is not known yet. */
export function respellNode(node: Node, old: Spelling | undefined, base: Base): Spelled {
  if (old === undefined) return printSpelled(node, undefined, base)
  const [was, now] = [printNode(old.node), printNode(node)]
  const [lead, core, trail] = withoutEnds(old.bytes)
  const bytes = respell(was, now, core, breakIn(old.bytes) ?? base.lineBreak)
  return { bytes: lead + bytes + trail, from: 'respelled' }
}

/** The canonical spelling, with the white space at its ends that belongs to the old one. */
export function printSpelled(node: Node, old: Spelling | undefined, { lineBreak }: Base): Spelled {
  const [lead, , trail] = withoutEnds(old?.bytes ?? '')
  const text = printNode(node)
  return {
    bytes: lead + (lineBreak === '\n' ? text : text.replaceAll('\n', lineBreak)) + trail,
    from: 'printed',
  }
}

function withoutEnds(bytes: string): readonly [string, string, string] {
  const core = bytes.trim()
  const start = bytes.indexOf(core)
  return [bytes.slice(0, start), core, bytes.slice(start + core.length)]
}

function breakIn(bytes: string): string | undefined {
  if (bytes.includes('\r\n')) return '\r\n'
  return bytes.includes('\n') ? '\n' : undefined
}

/** What surrounds a block: the start of its line, and the definitions of the page. */
export interface Surroundings {
  readonly indent: string
  readonly definitions: string
}

/** Whether these bytes are read as exactly this block, after a paragraph and before the definitions. */
export function reads({ bytes }: Spelled, node: Node, { indent, definitions }: Surroundings): boolean {
  const [, core] = withoutEnds(bytes)
  const start = before.length + indent.length
  const { blocks } = readBlocks(`${before}${indent}${core}\n\n${definitions}`)
  const block = blocks[1]
  return block?.start === start && block.end === start + core.length && isSame(block.node, node)
}

const before = 'x\n\n'
