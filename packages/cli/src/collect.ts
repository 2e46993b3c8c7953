import type { each as eachOfClient } from '@stemma/client'
import { type Option, WrongUsage } from '@stemma/command-line'

/** The maximum page size of the API. */
export const pageSizeMax = 1000

export const limitOption = {
  value: 'NUMBER',
  summary: 'The maximum number of results. Default: all.',
} as const satisfies Option

/** Every item of a list, across all pages. Loads the client on demand, because help doesn't need it. */
export const each = async function* (...args: Parameters<typeof eachOfClient>) {
  const client = await import('@stemma/client')
  yield* client.each(...args)
} as typeof eachOfClient

/** A table is aligned across all rows, and JSON is one document: both need the whole list. */
export async function collect<Item>(items: AsyncIterable<Item>, most = Infinity): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) {
    all.push(item)
    if (all.length >= most) break
  }
  return all
}

/** The total number of results, and the page size to request. */
export function limitsIn(limit: string | undefined, pageSize = pageSizeMax) {
  if (limit === undefined) return { most: Infinity, limit: pageSize }
  if (!/^[1-9]\d{0,8}$/.test(limit)) throw new WrongUsage('--limit accepts whole numbers from 1.')
  return { most: Number(limit), limit: Math.min(Number(limit), pageSize) }
}
