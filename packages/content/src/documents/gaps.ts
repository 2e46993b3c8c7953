import type { Placed } from './keys.ts'
import { type Parsing, placeSource } from './parsing.ts'

/** Blocks never overlap, and what lies between them and is not blank is a block too. */
export function fillGaps(parsing: Parsing, blocks: readonly Placed[], base: number): Placed[] {
  const filled: Placed[] = []
  let at = base
  const fill = (end: number) => {
    const gap = parsing.source.slice(at, end)
    if (gap.trim() === '') return
    const start = at + gap.length - gap.trimStart().length
    filled.push(placeSource(parsing, 'raw', { start, end: at + gap.trimEnd().length }))
  }
  for (const block of blocks) {
    if (block.start < at) continue
    fill(block.start)
    filled.push(block)
    at = block.end
  }
  fill(parsing.source.length)
  return filled
}
