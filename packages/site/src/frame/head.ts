import type { SiteCustomizationSettings } from '@stemma/contract'
import { Html, html } from '../html.ts'
import { themeLine } from '../policy.ts'
import type { PageView, SiteView } from '../view.ts'
import { emojiOf, firstLetter, titleOf } from './brand.ts'

/** The head of every page of a site. */
export function renderHead({ title, description, language, site, extra }: Head): Html {
  const name = titleOf(site, language)
  // The line that sets the theme comes first: after a stylesheet, it would wait for it.
  return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<script>${new Html(themeLine)}</script>
<title>${title === name ? name : `${title} · ${name}`}</title>
${description !== undefined && html`<meta name="description" content="${description}">\n`}
<link rel="stylesheet" href="${site.asset('site.css')}">
${renderOwnCss(site)}
${renderFavicon(site.settings, name)}
<script type="module" src="${site.asset('site.js')}"></script>
${extra}</head>`
}

/** What the owner of the site chose, as the policy of a page allows it. */
export function renderOwnCss({ css }: Pick<SiteView, 'css'>): Html {
  return html`<style>${new Html(css)}</style>`
}

interface Head {
  readonly title: string
  readonly description?: string | undefined
  readonly language: string
  readonly site: Pick<SiteView, 'title' | 'settings' | 'css' | 'asset'>
  readonly extra?: Html
}

/** What search engines and previews of links read. */
export function renderPageMeta(page: PageView): Html {
  const { site, title, description, canonicalUrl, alternates = [], actions } = page
  const image = site.settings.socialPreview?.url ?? page.picture
  const isIndexed = page.isIndexed && site.isIndexed
  return html`<link rel="canonical" href="${canonicalUrl}">
${!isIndexed && noIndex}${alternates.map(
  ({ language, url }) => html`<link rel="alternate" hreflang="${language}" href="${url}">\n`,
)}${
  actions.markdown !== undefined &&
  html`<link rel="alternate" type="text/markdown" href="${actions.markdown}">\n`
}${site.tellsChanges && html`<link rel="alternate" type="application/atom+xml" href="${site.base}feed.xml">`}
<meta property="og:type" content="article">
<meta property="og:site_name" content="${titleOf(site, page.language)}">
<meta property="og:title" content="${title}">
<meta property="og:url" content="${canonicalUrl}">
${description !== undefined && html`<meta property="og:description" content="${description}">\n`}${
  image !== undefined &&
  html`<meta property="og:image" content="${image}">
<meta name="twitter:card" content="summary_large_image">
`
}<script type="application/ld+json">${new Html(jsonLdOf(page))}</script>
`
}

export const noIndex = html`<meta name="robots" content="noindex">\n`

function jsonLdOf(page: PageView): string {
  const { site, title, description, canonicalUrl, language, updatedAt, breadcrumbs } = page
  const origin = new URL(site.url).origin
  const crumbs = [...breadcrumbs, { title, href: canonicalUrl }]
  const article = {
    '@type': 'TechArticle',
    headline: title,
    description,
    inLanguage: language,
    url: canonicalUrl,
    dateModified: updatedAt,
    isPartOf: { '@type': 'WebSite', name: titleOf(site, language), url: site.url },
  }
  const trail = {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map((crumb, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: crumb.title,
      item: new URL(crumb.href, origin).href,
    })),
  }
  // Inside of a script, only `<` could end it.
  const data = { '@context': 'https://schema.org', '@graph': [article, trail] }
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

function renderFavicon({ favicon }: SiteCustomizationSettings, title: string): Html {
  const { icon, emoji } = favicon
  const isImage = icon !== undefined && /^(?:https?:|\/(?!\/)|data:image\/)/i.test(icon.light)
  if (!isImage) return html`<link rel="icon" href="${emoji ? emojiIcon(emojiOf(emoji)) : letterIcon(title)}">`
  return html`<link rel="icon" href="${icon.light}" media="(prefers-color-scheme: light)"><link rel="icon"
 href="${icon.dark}" media="(prefers-color-scheme: dark)">`
}

const emojiIcon = (emoji: string) =>
  svgUrl(
    html`<text x="50" y="50" font-size="88" text-anchor="middle" dominant-baseline="central">${emoji}</text>`,
  )

const letterIcon = (title: string) =>
  svgUrl(html`<rect width="100" height="100" rx="26" fill="#1f5bd0"/><text x="50" y="54" fill="#fff"
 font-family="sans-serif" font-weight="700" font-size="62" text-anchor="middle"
 dominant-baseline="central">${firstLetter(title)}</text>`)

function svgUrl(shapes: Html): string {
  const { text } = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${shapes}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(text)}`
}
