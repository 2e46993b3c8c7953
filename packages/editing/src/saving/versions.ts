import { type Base, gapName } from './base.ts'
import type { ReadBlock } from './open.ts'
import { isSame } from './same.ts'

/**
 * Blocks of an edited source, with new keys where a key of the base stands for something else: another
 * meaning of the same bytes, or other white space beside the block. The base then keeps both, and an undo,
 * which brings back the old key, brings back the old bytes.
 */
export function withNewKeys(text: string, blocks: readonly ReadBlock[], base: Base): readonly ReadBlock[] {
  let [before, end]: [string | undefined, number] = [undefined, 0]
  return blocks.map((block, at) => {
    const gap = text.slice(end, block.start)
    const tail = at === blocks.length - 1 ? text.slice(block.end) : undefined
    let key = block.key
    for (let version = 2; !isFree(key, { block, before, gap, tail }, base); version++) {
      key = `${block.key}.${version}`
    }
    before = key
    end = block.end
    return { ...block, key }
  })
}

interface Place {
  readonly block: ReadBlock
  readonly before: string | undefined
  readonly gap: string
  /** The white space after the last block. */
  readonly tail: string | undefined
}

function isFree(key: string, { block, before, gap, tail }: Place, { spellings, gaps }: Base): boolean {
  const spelling = spellings.get(key)
  if (spelling !== undefined && !isSame(spelling.node, block.node)) return false
  if ((gaps.get(gapName(before, key)) ?? gap) !== gap) return false
  return tail === undefined || (gaps.get(gapName(key, undefined)) ?? tail) === tail
}
