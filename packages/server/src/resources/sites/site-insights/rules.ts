interface SiteEvent {
  readonly type: string
  readonly location?: { readonly space?: string | null; readonly page?: string | null }
}

type Views = ReadonlyMap<string, ReadonlyMap<string, number>>

/** How often each page was viewed, by space. Reads only the spaces that the site shows, and few of them. */
export function viewsBySpace(events: readonly SiteEvent[], shown: ReadonlySet<string>): Views {
  const spaces = new Map<string, Map<string, number>>()
  for (const { type, location } of events) {
    const { space, page } = location ?? {}
    if (type !== 'page_view' || !space || !page || !shown.has(space)) continue
    if (!spaces.has(space) && spaces.size >= spacesMax) continue
    const pages = spaces.get(space) ?? new Map<string, number>()
    spaces.set(space, pages.set(page, (pages.get(page) ?? 0) + 1))
  }
  return spaces
}

/** Renderers send the events of one visitor, who is in one or two spaces at a time. */
const spacesMax = 5

/** The day that was so many days before. */
export function dayBefore(now: string, days: number): string {
  return new Date(Date.parse(now) - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}
