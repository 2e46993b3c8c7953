import { html } from '../html.ts'

/** A page in a sitemap. */
export interface SitemapItem {
  readonly url: string
  /** ISO 8601. */
  readonly updatedAt: string
}

/** A sitemap of the protocol 0.9, which search engines read. */
export function renderSitemap(items: readonly SitemapItem[]): string {
  const rows = items.map(
    ({ url, updatedAt }) => html`<url><loc>${url}</loc><lastmod>${updatedAt}</lastmod></url>\n`,
  )
  return html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${rows}</urlset>
`.text
}

/** The protocol allows no more in one file. */
export const sitemapItemsMax = 50_000

/** What crawlers may read: everything or nothing. */
export function renderRobots({ url, isIndexed }: { readonly url: string; readonly isIndexed: boolean }) {
  return isIndexed
    ? `User-agent: *\nAllow: /\n\nSitemap: ${url}/sitemap.xml\n`
    : 'User-agent: *\nDisallow: /\n'
}
