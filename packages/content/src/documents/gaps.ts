import type { Placed } from './keys.ts'
import { type Parsing, placeSource } from './parsing.ts'

/** Makes a block of everything between the blocks that isn't blank, and ensures that blocks never overlap. */
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
