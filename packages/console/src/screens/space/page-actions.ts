import type { ContentChange, Page } from '@stemma/contract'
import {
  countBelow,
  type Move,
  neighbourOf,
  newSlugOf,
  placeIn,
  withMove,
  withoutPage,
  withPage,
} from './page-moves.ts'
import { untitled } from './page-title.ts'
import type { PageWrite, PageWrites } from './page-writes.ts'
import { findPage, trailTo } from './place.ts'

/** A page behind the open one, or behind all. */
export function newPageAfter(pages: readonly Page[], openId: string | undefined): PageWrite {
  return insertion(openId === undefined ? {} : behind(pages, openId))
}

/** A page below another, as its last. */
export function newPageIn({ id }: Page): PageWrite {
  return insertion({ into: id })
}

interface Where {
  readonly into?: string
  readonly at?: number
}

function behind(pages: readonly Page[], pageId: string): Where {
  const place = placeIn(pages, pageId)
  return place === undefined ? {} : { at: place.at + 1, ...(place.into !== null && { into: place.into }) }
}

function insertion(where: Where): PageWrite {
  const document = { markdown: '' }
  return {
    changes: () => [{ operation: 'insert_page', title: untitled, document, ...where }],
    opens: ({ created: [id] }) => id,
    isNew: true,
    says: `${untitled} created`,
  }
}

/** An empty emoji takes it away, and an empty slug comes from the title. */
export function renaming(page: Page, named: Named, takesPath: PageWrites['takesPath']): PageWrite {
  const { id } = page
  return {
    async changes(version) {
      const path = (await takesPath(page, version)) && { slug: '' }
      return [{ operation: 'update_page', page: id, ...named, ...path }]
    },
    shows: (pages) => withPage(pages, id, (one) => ({ ...one, ...named })),
    says: `Renamed to ${named.title}`,
  }
}

interface Named {
  readonly title: string
  readonly emoji: string
}

/** The text and the attributes of a page, once more behind it. The pages below stay where they are. */
export function duplication(
  pages: readonly Page[],
  { id, title }: Page,
  read: PageWrites['read'],
): PageWrite {
  const where = behind(pages, id)
  return {
    async changes(version) {
      const page = await read(id, version)
      if (page.type !== 'document') throw new TypeError(`The page ${id} has no text.`)
      const { markdown = '', emoji = '', icon = '', description = '', hidden = false } = page
      const copied = { emoji, icon, description, hidden, document: { markdown } }
      return [{ operation: 'insert_page', title: `Copy of ${title}`, ...copied, ...where }]
    },
    opens: ({ created: [copy] }) => copy,
    says: `${title} duplicated`,
  }
}

export function moving(pages: readonly Page[], { id, title }: Page, move: Move): PageWrite {
  const slug = newSlugOf(pages, id, move)
  const change: ContentChange = { operation: 'update_page', page: id, ...move, ...(slug && { slug }) }
  return {
    changes: () => [change],
    shows: (now) => withMove(now, id, move),
    says: `${title} moved ${whereTo(pages, id, move)}`,
  }
}

function whereTo(pages: readonly Page[], id: string, move: Move): string {
  const place = placeIn(pages, id)
  if (place?.into === move.into) return `to position ${move.at + 1} of ${place.siblings.length}`
  return move.into === null ? 'to the top level' : `under ${findPage(pages, move.into)?.title}`
}

/** Takes a page out of the navigation, or puts it back. */
export function hiding(page: Page): PageWrite {
  const { id, title } = page
  const hidden = !('hidden' in page && page.hidden)
  return {
    changes: () => [{ operation: 'update_page', page: id, hidden }],
    shows: (pages) => withPage(pages, id, (one) => ({ ...one, hidden }) as Page),
    says: hidden ? `${title} is hidden in the navigation` : `${title} is shown in the navigation`,
  }
}

export function deletion(pages: readonly Page[], page: Page, openId: string | undefined): PageWrite {
  const { id, title } = page
  const isOpen = findPage([page], openId) !== undefined
  const below = countBelow(page)
  return {
    changes: () => [{ operation: 'delete_page', page: id }],
    shows: (now) => withoutPage(now, id),
    leavesFor: isOpen ? pathAfter(pages, id) : undefined,
    says: below === 0 ? `${title} deleted` : `${title} deleted, with ${subpages(below)}`,
  }
}

export function subpages(count: number): string {
  return count === 1 ? '1 subpage' : `${count} subpages`
}

/** Where to go when a page is deleted: to its neighbour, or to the first page that is left. */
function pathAfter(pages: readonly Page[], id: string): string {
  const neighbour = neighbourOf(pages, id)
  if (neighbour?.type === 'document') return neighbour.path
  const first = trailTo(withoutPage(pages, id), '')?.at(-1)
  return first?.type === 'document' ? first.path : ''
}
