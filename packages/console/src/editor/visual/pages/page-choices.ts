import type { Page, SearchResult } from '@stemma/contract'

/** A page that a link can lead to. */
export interface PageChoice {
  readonly id: string
  readonly title: string
  /** Where it is: the pages above it, or its space. */
  readonly note: string
  readonly emoji?: string | undefined
  /** Only if the page is in another space. */
  readonly spaceId?: string
}

const choicesMax = 8

/** Pages whose title has the words, those that begin with them first; then pages of other spaces. */
export function pageChoices(
  own: readonly PageChoice[],
  others: readonly PageChoice[],
  words: string,
): readonly PageChoice[] {
  const wanted = words.trim().toLocaleLowerCase()
  const titles = own.map((page) => ({ page, title: page.title.toLocaleLowerCase() }))
  const starting = titles.filter(({ title }) => title.startsWith(wanted))
  const having = titles.filter(({ title }) => !title.startsWith(wanted) && title.includes(wanted))
  return [...starting, ...having]
    .map(({ page }) => page)
    .concat(others)
    .slice(0, choicesMax)
}

/** The pages of a tree that have a text, from top to bottom. */
export function flatPages(pages: readonly Page[], above: readonly string[] = []): readonly PageChoice[] {
  return pages.flatMap((page) => {
    const { id, title, emoji } = page
    const own = page.type === 'document' ? [{ id, title, emoji, note: above.join(' › ') }] : []
    return 'pages' in page ? [...own, ...flatPages(page.pages, [...above, title])] : own
  })
}

/** What a search found in other spaces. */
export function foundElsewhere(results: readonly SearchResult[], spaceId: string): readonly PageChoice[] {
  return results
    .filter(({ id }) => id !== spaceId)
    .flatMap(({ id, title: note, pages }) =>
      pages.map((page) => ({ id: page.id, title: page.title, note, spaceId: id })),
    )
}
