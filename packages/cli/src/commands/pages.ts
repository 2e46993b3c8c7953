import { table, withoutControls } from '@stemma/command-line'
import type { Page } from '@stemma/contract'
import { limitOption, limitsIn } from '../collect.ts'
import { defineCommand } from '../command.ts'
import { pageIn, pageOption, requireDocument } from '../pages.ts'
import { placeFor, placeOptions } from '../place.ts'
import { signedIn } from '../session.ts'

export const pagesList = defineCommand({
  options: { ...placeOptions, limit: limitOption },
  examples: [
    ['List the pages of a space', 'stemma pages list --space Handbook'],
    ['List the pages of a change request', 'stemma pages list --cr 12'],
  ],

  async run({ limit, ...named }, call) {
    const { most } = limitsIn(limit)
    const client = await signedIn(call)
    const { spaceId, revisionId } = await placeFor(client, call, named)
    const { pages } = await client.listPagesInRevisionById({ params: { spaceId, revisionId } })
    const rows = flat(pages).slice(0, most)
    return { data: limit === undefined ? pages : rows.map(({ page }) => page), text: table(columns, rows) }
  },
})

export const pagesView = defineCommand({
  takes: ['page'],
  options: { page: pageOption, ...placeOptions },
  examples: [
    ['Save a page to a file', 'stemma pages view guides/first-steps > first-steps.md'],
    ['Print a page of a change request', 'stemma pages view first-steps --cr 12'],
  ],

  async run({ page: named, ...where }, call) {
    const client = await signedIn(call)
    const page = requireDocument(await pageIn(client, await placeFor(client, call, where), named))
    const { markdown = '' } = page
    return { data: page, text: call.isShown ? harmless(markdown) : markdown }
  },
})

interface Row {
  readonly page: Page
  readonly depth: number
}

function flat(pages: readonly Page[], depth = 0): Row[] {
  return pages.flatMap((page) => [{ page, depth }, ...('pages' in page ? flat(page.pages, depth + 1) : [])])
}

const columns = {
  id: ({ page }: Row) => page.id,
  title: ({ page, depth }: Row) => `${'  '.repeat(depth)}${page.title}`,
  type: ({ page }: Row) => page.type,
  path: ({ page }: Row) => ('path' in page ? page.path : undefined),
}

/** Files get the exact bytes, but a terminal would execute control characters. */
const harmless = (text: string) =>
  text
    .split('\n')
    .map((line) => line.split('\t').map(withoutControls).join('\t'))
    .join('\n')
