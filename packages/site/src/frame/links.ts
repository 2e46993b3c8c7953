import type { SiteCustomizationSettings } from '@stemma/contract'
import { type Html, html } from '../html.ts'
import type { SiteView } from '../view.ts'

type LinkTarget = SiteCustomizationSettings['footer']['groups'][number]['links'][number]['to']

/** A text in the language of the page, if the site has a translation. */
export function localized(
  text: string,
  translations: Readonly<Record<string, string>> | undefined,
  language: string,
): string {
  const lower = language.toLowerCase()
  const byTag = new Map(Object.entries(translations ?? {}).map(([tag, one]) => [tag.toLowerCase(), one]))
  return byTag.get(lower) ?? byTag.get(lower.split('-')[0] ?? '') ?? text
}

/** The URL behind a link of the customization, or `undefined` if it leads nowhere for this visitor. */
export function hrefOf(site: SiteView, to: LinkTarget | null): string | undefined {
  if (to === null || to.kind === 'tag') return undefined
  const href = site.locate(to)?.href
  return href !== undefined && isSafe(href) ? href : undefined
}

/** Links run no scripts. A relative URL is one of the site. */
export function isSafe(href: string): boolean {
  return /^(?:https?:|mailto:|tel:|[/#?.])/i.test(href) && !/^[/\\]{2}/.test(href)
}

/** Attributes of a link to another host, if the site opens those in a new tab. */
export function targetOf(site: Pick<SiteView, 'url' | 'settings'>, href: string): Html | undefined {
  const isOutside = /^https?:/i.test(href) && !href.startsWith(site.url)
  if (!isOutside || site.settings.externalLinks?.target !== 'blank') return undefined
  return html` target="_blank" rel="noopener"`
}

/** An image for each theme, of which CSS shows one. Addresses that are not HTTP are left out. */
export function renderThemedImage(
  { light, dark }: { readonly light: string; readonly dark?: string | undefined },
  alt: string,
  kind: string,
): Html | undefined {
  const isImage = (url: string) => /^(?:https?:\/\/|\/(?!\/)|data:image\/)/i.test(url)
  if (!isImage(light)) return undefined
  if (dark === undefined || dark === light || !isImage(dark)) {
    return html`<img class="${kind}" src="${light}" alt="${alt}">`
  }
  return html`<img class="${kind} in-light" src="${light}" alt="${alt}">
<img class="${kind} in-dark" src="${dark}" alt="${alt}">`
}
