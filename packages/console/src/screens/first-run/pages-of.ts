import type { ContentChange } from '@stemma/contract'
import type { Template } from './templates/template.ts'

/** All pages side by side first: links between them are resolved within one request. */
export function insertionsOf({ pages }: Template): readonly ContentChange[] {
  return pages.map(({ ref, title, description, text: markdown }) => ({
    operation: 'insert_page',
    ref,
    slug: ref,
    title,
    description,
    document: { markdown },
  }))
}

/** Then below the pages that hold them. */
export function movesOf({ pages }: Template, ids: readonly string[]): readonly ContentChange[] {
  const idOf = new Map(pages.map(({ ref }, at) => [ref, ids[at] ?? '']))
  return pages.flatMap(({ ref, into }) =>
    into === undefined
      ? []
      : [{ operation: 'update_page', page: idOf.get(ref) ?? '', into: idOf.get(into) ?? '' } as const],
  )
}
