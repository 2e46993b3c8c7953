import type { Page } from '@stemma/contract'
import { findPage } from './place.ts'

/** Where a page goes. As on the server, `at` counts the pages that are there without the page itself. */
export interface Move {
  readonly into: string | null
  readonly at: number
}

/** One step among the neighbours, or a place beside or below another page. */
export type MoveTarget = Step | Drop
export type Step = 'up' | 'down' | 'in' | 'out'
interface Drop {
  readonly page: string
  readonly to: 'before' | 'after' | 'on'
}

/** The move to a target, or undefined if the page is there already or can't be there. */
export function moveOf(pages: readonly Page[], pageId: string, target: MoveTarget): Move | undefined {
  const from = placeIn(pages, pageId)
  if (from === undefined) return undefined
  const move = typeof target === 'string' ? stepOf(pages, from, target) : dropOf(pages, from, target)
  if (move === undefined || !mayHold(pages, from.page, move.into)) return undefined
  return move.into === from.into && move.at === from.at ? undefined : move
}

/** A page with its place: below which page, and at which position among its siblings. */
export interface PlacedPage extends Move {
  readonly page: Page
  readonly siblings: readonly Page[]
}

export function placeIn(
  pages: readonly Page[],
  pageId: string,
  into: string | null = null,
): PlacedPage | undefined {
  for (const [at, page] of pages.entries()) {
    if (page.id === pageId) return { page, into, at, siblings: pages }
    const below = placeIn(pagesBelow(page), pageId, page.id)
    if (below !== undefined) return below
  }
  return undefined
}

export function pagesBelow(page: Page): readonly Page[] {
  return 'pages' in page ? page.pages : []
}

/** Links and computed pages have nothing below them. */
export function holdsPages(page: Page | undefined): boolean {
  return page !== undefined && 'pages' in page
}

function stepOf(pages: readonly Page[], from: PlacedPage, step: Step): Move | undefined {
  const { into, at, siblings } = from
  if (step === 'up') return at === 0 ? undefined : { into, at: at - 1 }
  if (step === 'down') return at === siblings.length - 1 ? undefined : { into, at: at + 1 }
  if (step === 'in') {
    const above = siblings[at - 1]
    return above && { into: above.id, at: pagesBelow(above).length }
  }
  const parent = into === null ? undefined : placeIn(pages, into)
  return parent && { into: parent.into, at: parent.at + 1 }
}

function dropOf(pages: readonly Page[], { page }: PlacedPage, drop: Drop): Move | undefined {
  const target = placeIn(pages, drop.page)
  if (target === undefined || drop.page === page.id) return undefined
  const without = (siblings: readonly Page[]) => siblings.filter(({ id }) => id !== page.id)
  if (drop.to === 'on') return { into: drop.page, at: without(pagesBelow(target.page)).length }
  const at = without(target.siblings).indexOf(target.page)
  return { into: target.into, at: drop.to === 'before' ? at : at + 1 }
}

/** Groups stand at the top, and nothing stands below itself. */
function mayHold(pages: readonly Page[], page: Page, into: string | null): boolean {
  if (into === null) return true
  return page.type !== 'group' && holdsPages(findPage(pages, into)) && findPage([page], into) === undefined
}

/** The slug that a page needs at its new place, if a page there has its own already. */
export function newSlugOf(pages: readonly Page[], pageId: string, { into }: Move): string | undefined {
  const page = findPage(pages, pageId)
  const parent = into === null ? undefined : findPage(pages, into)
  const siblings = parent === undefined ? pages : pagesBelow(parent)
  const taken = new Set(siblings.flatMap((one) => (one.id !== pageId && 'slug' in one ? [one.slug] : [])))
  if (page === undefined || !('slug' in page) || !taken.has(page.slug)) return undefined
  let number = 1
  while (taken.has(`${page.slug}-${number}`)) number++
  return `${page.slug}-${number}`
}

/** The pages after a move. */
export function withMove(pages: readonly Page[], pageId: string, { into, at }: Move): readonly Page[] {
  const page = findPage(pages, pageId)
  if (page === undefined) return pages
  const without = withoutPage(pages, pageId)
  if (into === null) return without.toSpliced(at, 0, page)
  return withPage(without, into, (parent) =>
    'pages' in parent ? { ...parent, pages: parent.pages.toSpliced(at, 0, page) } : parent,
  )
}

/** The pages with one of them changed. */
export function withPage(
  pages: readonly Page[],
  pageId: string,
  change: (page: Page) => Page,
): readonly Page[] {
  return pages.map((page) => {
    if (page.id === pageId) return change(page)
    return 'pages' in page ? { ...page, pages: [...withPage(page.pages, pageId, change)] } : page
  })
}

/** The pages without one of them and all below it. */
export function withoutPage(pages: readonly Page[], pageId: string): readonly Page[] {
  return pages
    .filter(({ id }) => id !== pageId)
    .map((page) => ('pages' in page ? { ...page, pages: [...withoutPage(page.pages, pageId)] } : page))
}

/** How many pages are below a page, on every level. */
export function countBelow(page: Page): number {
  return pagesBelow(page).reduce((sum, one) => sum + 1 + countBelow(one), 0)
}

/** The page to show when another is deleted: the next one, the one before, or the one above. */
export function neighbourOf(pages: readonly Page[], pageId: string): Page | undefined {
  const place = placeIn(pages, pageId)
  if (place === undefined) return undefined
  const { siblings, at, into } = place
  return siblings[at + 1] ?? siblings[at - 1] ?? (into === null ? undefined : findPage(pages, into))
}
