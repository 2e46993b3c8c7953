import type { ChangesView } from '@stemma/site'
import type { FastifyReply } from 'fastify'
import { languageOf, toSiteView } from './framing.ts'
import { newestMerges } from './machines.ts'
import type { Opened } from './opening.ts'
import { type Moment, minuteOf } from './past-views.ts'
import { besideOf, publishedHref } from './placing.ts'

/** What `~site/at/` names: a day, which shows its end, or a minute. Both are in UTC. */
export function momentOf(name: string, now: Date): Moment | undefined {
  const [, day, minute] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)Z)?$/.exec(name) ?? []
  const before = new Date(`${day}T${minute ?? '24:00'}:00Z`)
  if (day === undefined || Number.isNaN(before.getTime())) return undefined
  return { before, day, today: now.toISOString().slice(0, 10) }
}

/**
 * Where somebody is sent who asks for a moment that is not shown: now for what has not been yet, and the
 * first moment for what was before the site was open to its readers. `undefined` if it is shown.
 */
export function insteadOf(
  { before }: Moment,
  { opened, pathname, now }: { readonly opened: Opened; readonly pathname: string; readonly now: Date },
): string | undefined {
  const first = new Date(Math.ceil(opened.since.getTime() / minuteMs) * minuteMs)
  if (before >= now || first >= now) return publishedHref(opened, opened.chosen.siteSpace, pathname)
  return before < first ? pastHref(opened, minuteOf(first), pathname) : undefined
}

const minuteMs = 60_000

/** The form of a page asks for a day, and for the page by its path. */
export function sendToDay(opened: Opened, asked: URLSearchParams, reply: FastifyReply) {
  const href = pastHref(opened, asked.get('day') ?? '', asked.get('path') ?? '')
  return reply.header('cache-control', 'no-store').redirect(href, 303)
}

/** What was merged, with links to each page as it was before. */
export async function changesView(seen: Parameters<typeof newestMerges>[0]): Promise<ChangesView> {
  const { opened } = seen
  const merges = await newestMerges(seen)
  return {
    site: toSiteView(opened),
    language: languageOf(opened),
    merges: merges.map(({ title, mergedAt, siteSpace, pages }) => {
      const before = new Date(mergedAt)
      const isShown = before > opened.since
      return {
        title,
        mergedAt,
        pages: pages.map((page) => ({
          title: page.title,
          href: isShown
            ? pastHref(opened, minuteOf(before), page.pathname, siteSpace)
            : publishedHref(opened, siteSpace, page.pathname),
        })),
      }
    }),
  }
}

function pastHref(
  opened: Opened,
  name: string,
  pathname: string,
  siteSpace = opened.chosen.siteSpace,
): string {
  const path = [name, ...pathname.split('/')].map(encodeURIComponent).join('/').replaceAll('%3A', ':')
  return besideOf(opened, siteSpace, `at/${path}`).replace(/\/$/, '')
}
