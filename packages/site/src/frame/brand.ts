import type { SiteCustomizationSettings } from '@stemma/contract'
import { type Html, html } from '../html.ts'
import { localized, renderThemedImage } from './links.ts'

/** The site's logo, or its name beside its icon. A site without either has its first letter. */
export function renderBrand(site: BrandedSite, language: string, href: string): Html {
  const title = titleOf(site, language)
  const logo = site.settings.header.logo && renderThemedImage(site.settings.header.logo, title, 'brand-logo')
  return html`<a class="brand" href="${href}">${logo ?? html`${renderMark(site, title)}<b>${title}</b>`}</a>`
}

/** The name of the site in the language of the page. */
export function titleOf({ title, settings }: BrandedSite, language: string): string {
  return localized(settings.title ?? title, settings.localizedTitle, language)
}

/** An emoji, which clients also write as the numbers of its characters. */
export function emojiOf(text: string): string {
  const numbers = text.split('-')
  if (!/\d/.test(text) || !numbers.every((number) => /^[0-9a-f]{2,6}$/i.test(number))) return text
  const points = numbers.map((number) => Number.parseInt(number, 16))
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : ''
}

/** The first letter, as people count letters. */
export function firstLetter(title: string): string {
  const [first] = letters.segment(title.trim())
  return first?.segment.toUpperCase() ?? ''
}

const letters = new Intl.Segmenter()

interface BrandedSite {
  readonly title: string
  readonly settings: SiteCustomizationSettings
}

function renderMark({ settings }: BrandedSite, title: string): Html | undefined {
  const { icon, emoji } = settings.favicon
  const picture = icon && renderThemedImage(icon, '', 'brand-mark')
  if (picture !== undefined) return picture
  if (emoji) return html`<span class="brand-mark brand-emoji" aria-hidden="true">${emojiOf(emoji)}</span>`
  return html`<span class="brand-mark brand-letter" aria-hidden="true">${firstLetter(title)}</span>`
}
