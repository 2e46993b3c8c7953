import { type DocumentRecord, findPlacedPages } from '@stemma/content'
import { html, type PageView } from '@stemma/site'
import { contentOf, type SeenPage, seenBacklinks } from '../../content/content/index.ts'
import { type Framed, offersHistory } from './framing.ts'
import type { Reading } from './locating.ts'
import { hashOf } from './opening.ts'
import type { Past } from './past.ts'
import { besideOf, publishedHref } from './placing.ts'
import { toLink } from './tree.ts'

/** A moment of the past, as a URL names it. */
export interface Moment {
  readonly before: Date
  /** The day that it belongs to, as `YYYY-MM-DD`. */
  readonly day: string
  /** The day of now. */
  readonly today: string
}

interface Place {
  readonly framed: Framed
  readonly pathname: string
}

/** The text of a page as it was, below a notice that says so. */
export function pastView(past: Past | undefined, { day, today }: Moment, { framed, pathname }: Place) {
  const { siteSpace } = framed.chosen
  const absent = { text: { html: html``, headings: [], isEmpty: true } }
  return {
    ...(past?.shown ?? absent),
    notice: {
      kind: 'past',
      title: day,
      href: publishedHref(framed, siteSpace, pathname),
      past: {
        action: besideOf(framed, siteSpace, 'at'),
        path: pathname,
        first: framed.since.toISOString().slice(0, 10),
        last: today,
        ...(past && { changes: past.changes }),
      },
    },
  } satisfies Partial<PageView>
}

/** Where the page is before its last change, if readers may see that. */
export function historyOf(
  framed: Framed,
  { updatedAt, document }: DocumentRecord,
  pathname: string,
): PageView['history'] {
  const changed = Date.parse(updatedAt)
  if (framed.preview !== undefined || !offersHistory(framed) || !(changed > framed.since.getTime()))
    return undefined
  const at = `${besideOf(framed, framed.chosen.siteSpace, 'at')}/`
  const after = pathname === '' ? '' : `/${pathname.split('/').map(encodeURIComponent).join('/')}`
  return {
    href: `${at}${minuteOf(new Date(changed))}${after}`,
    around: [at, after],
    version: hashOf(document),
  }
}

/** The name of a minute in URLs. */
export function minuteOf(date: Date): string {
  return `${date.toISOString().slice(0, 16)}Z`
}

/** The pages of the space that link to one, in a text that the visitor sees. */
export async function backlinksOf(reading: Reading, page: SeenPage): Promise<PageView['backlinks'] & object> {
  const { context, view, placing, siteSpace, homeId } = reading
  const ids = await seenBacklinks(context, view, page)
  const placed = await findPlacedPages(view.store, await contentOf(view), ids)
  return [...placed].map(([id, one]) => toLink({ context, placing, siteSpace, homeId }, { ...one, id }))
}

/**
 * Where authors change a page, if the site says so: in the console, which opens a change request in a space
 * that asks for one.
 */
export function editOf(
  { context, siteSpace }: Pick<Reading, 'context' | 'siteSpace'>,
  { settings, preview }: Framed,
  path: string,
): Pick<PageView['actions'], 'edit'> {
  const { addresses, home } = context
  if (preview !== undefined || !settings.pageActions.items.includes('git')) return {}
  const page = addresses.pageApp(home, siteSpace.spaceId, path)
  if (addresses.console === undefined) return { edit: page }
  return { edit: `${addresses.console}${page.slice(addresses.app.length + 1)}?view=visual` }
}
