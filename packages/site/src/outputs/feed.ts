import { html } from '../html.ts'

/** A feed of what changed in a site, newest first. */
export interface FeedView {
  readonly title: string
  readonly url: string
  readonly language: string
  readonly entries: readonly FeedEntry[]
}

/** A merge, with the pages that it changed. There is at least one. */
export interface FeedEntry {
  /** A URL that stays the same. */
  readonly id: string
  readonly title: string
  /** ISO 8601. */
  readonly mergedAt: string
  readonly pages: readonly { readonly title: string; readonly url: string }[]
}

/** Atom (RFC 4287). */
export function renderFeed({ title, url, language, entries }: FeedView): string {
  const updated = entries[0]?.mergedAt ?? neverUpdated
  return html`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<id>${url}</id>
<title>${title}</title>
<updated>${updated}</updated>
<author><name>${title}</name></author>
<link rel="self" type="application/atom+xml" href="${url}/feed.xml"/>
<link rel="alternate" type="text/html" href="${url}"/>
${entries.map(renderEntry)}</feed>
`.text
}

/** Feeds must have a date, also those without entries. */
const neverUpdated = '1970-01-01T00:00:00Z'

function renderEntry({ id, title, mergedAt, pages }: FeedEntry) {
  const rows = pages.map((page) => html`<li><a href="${page.url}">${page.title}</a></li>`)
  // The content of an entry is HTML, written as the text of an XML element.
  return html`<entry>
<id>${id}</id>
<title>${title}</title>
<updated>${mergedAt}</updated>
<link rel="alternate" type="text/html" href="${pages[0]?.url}"/>
<content type="html">${html`<ul>${rows}</ul>`.text}</content>
</entry>
`
}
