import { type Option, WrongUsage } from '@stemma/command-line'
import { limitMax } from '@stemma/contract'

export const limitOption = {
  value: 'NUMBER',
  summary: 'So many at most; otherwise all, page after page.',
} as const satisfies Option

/** A table is aligned over all of its rows, and JSON is one document: both need the whole list. */
export async function collect<Item>(items: AsyncIterable<Item>, most = Infinity): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) {
    all.push(item)
    if (all.length >= most) break
  }
  return all
}

/** How many are wanted in all, and how many of them to ask for at once. */
export function limitsIn(limit: string | undefined): { readonly most: number; readonly limit: number } {
  if (limit === undefined) return { most: Infinity, limit: limitMax }
  if (!/^[1-9]\d{0,8}$/.test(limit)) throw new WrongUsage('--limit takes a whole number from 1.')
  return { most: Number(limit), limit: Math.min(Number(limit), limitMax) }
}
