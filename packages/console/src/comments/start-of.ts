import { wordsIn } from '@stemma/content/documents'
import type { DocumentNode } from '@stemma/contract'

/** The first words of a block. */
export function startOf(block: DocumentNode | undefined): string {
  const words = block === undefined ? '' : wordsIn(block).trim().replace(/\s+/g, ' ')
  if (words === '') return block?.type ?? 'this block'
  return words.length > startMax ? `${words.slice(0, startMax).trimEnd()}…` : words
}

const startMax = 40
