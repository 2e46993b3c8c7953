import type { PageQuery } from '@stemma/contract'
import { nextAfter, type Paged, readAfter } from '../../../db/paginate.ts'
import type { Keyed } from './rules.ts'

/** Pages through a list in memory, because the number of parts of a site is bounded. */
export function pageOf<Row>(all: readonly Keyed<Row>[], { page, limit }: PageQuery): Paged<Row> {
  const after = readAfter(page)
  const rest = after === undefined ? all : all.filter(({ key }) => key > after)
  const listed = rest.slice(0, limit)
  const last = listed.at(-1)
  return {
    items: listed.map(({ row }) => row),
    count: all.length,
    ...(rest.length > limit && last && nextAfter(last.key)),
  }
}
