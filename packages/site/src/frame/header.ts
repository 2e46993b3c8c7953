import { type Html, html } from '../html.ts'
import type { SectionGroupView, SectionView, SiteView, VariantView } from '../view.ts'
import type { Words } from '../words/index.ts'
import { renderBrand } from './brand.ts'
import { renderIcon, renderPageIcon } from './icon.ts'
import { hrefOf, isSafe, localized, targetOf } from './links.ts'
import { renderMenu } from './menu.ts'

/** The bar with logo, search and links, the bar with sections, and the menus that they open. */
export function renderHeader(view: HeaderView): Html {
  const { site, words, menuTitle } = view
  const { sections, variants, settings } = site
  const isBare = sections.length === 0 && variants.length < 2
  const bar = html`<div class="header-bar">${renderBrand(site, view.language, homeOf(site))}
${view.hasSearch && renderFind(site, words)}
${renderLinks(view)}</div>`
  return html`<header class="header">${settings.header.preset !== 'none' && bar}
<div class="header-row${isBare && ' header-bare'}">
<button class="plain on-phone" type="button" popovertarget="pages">
${renderIcon('list')}<span>${menuTitle}</span></button>
${sections.length > 0 && renderSections(sections, words)}
${variants.length > 1 && renderSwitch(variants, words)}
${
  view.hasOutline &&
  html`<button class="plain on-phone" type="button" popovertarget="outline">${words.onThisPage}${renderIcon(
    'caret-down',
  )}</button>`
}</div>
</header>
${renderMenus(view)}`
}

export interface HeaderView {
  readonly site: SiteView
  readonly language: string
  readonly words: Words
  /** What the button of the navigation says on a phone. */
  readonly menuTitle: string
  readonly hasOutline: boolean
  /** Not on pages that have a search field of their own. */
  readonly hasSearch: boolean
}

function homeOf(site: SiteView): string {
  return (site.settings.header.primaryLink && hrefOf(site, site.settings.header.primaryLink)) || site.base
}

function renderFind({ base, settings }: SiteView, words: Words): Html {
  return html`<a class="find" data-look="${settings.styling.search}" href="${base}~site/search">${renderIcon(
    'magnifying-glass',
  )}<span>${words.search.label}</span><kbd class="scripted" aria-hidden="true">Ctrl K</kbd></a>`
}

/** The main action stands last, after the button that changes the theme. */
function renderLinks(view: HeaderView): Html {
  const { words, site } = view
  const links = site.settings.header.links.map((item, index) => ({
    item,
    html: renderLink(item, index, view),
  }))
  const isMain = ({ item }: { item: HeaderItem }) => item.style === 'button-primary'
  const theme = html`<button class="plain scripted" type="button" data-do="theme"
 aria-label="${words.changeTheme}">${renderIcon('circle-half')}</button>`
  return html`<nav class="header-links" aria-label="${words.siteLinks}">
${links.filter((link) => !isMain(link)).map((link) => link.html)}
${site.settings.themes.toggeable && theme}
${links.filter(isMain).map((link) => link.html)}</nav>`
}

type HeaderItem = SiteView['settings']['header']['links'][number]

function renderLink(item: HeaderItem, index: number, { site, language }: HeaderView): Html | undefined {
  const title = localized(item.title, item.localizedTitle, language)
  const look = item.style?.startsWith('button') ? ` ${item.style}` : ''
  if (item.links.length > 0) {
    return html`<button class="plain${look}" type="button" popovertarget="link-${index}">
${title}${renderIcon('caret-down')}</button>`
  }
  const href = hrefOf(site, item.to)
  if (href === undefined) return undefined
  return html`<a class="plain${look}" href="${href}"${targetOf(site, href)}>${title}</a>`
}

function renderSections(sections: readonly (SectionView | SectionGroupView)[], words: Words): Html {
  return html`<nav class="sections" aria-label="${words.sections}">${sections.map((one, index) =>
    'sections' in one ? renderGroup(one, index) : renderSection(one),
  )}</nav>`
}

function renderSection({ title, icon, href, isCurrent }: SectionView): Html {
  const current = isCurrent && html` aria-current="true"`
  return html`<a href="${href}"${current}>${renderPageIcon(icon)}${title}</a>`
}

function renderGroup({ title, icon, sections }: SectionGroupView, index: number): Html {
  const current = sections.some(({ isCurrent }) => isCurrent) && html` aria-current="true"`
  return html`<button type="button" popovertarget="section-${index}"${current}>${renderPageIcon(
    icon,
  )}${title}${renderIcon('caret-down')}</button>`
}

/** Whether the variants are translations of each other. */
function areLanguages(variants: readonly VariantView[]): boolean {
  return new Set(variants.map(({ language }) => language ?? '')).size === variants.length
}

function renderSwitch(variants: readonly VariantView[], words: Words): Html {
  const current = variants.find(({ isCurrent }) => isCurrent) ?? variants[0]
  const isLanguage = areLanguages(variants)
  const label = isLanguage ? words.language : words.version
  return html`<button class="plain switch" type="button" popovertarget="variants" aria-label="${label}: ${
    current?.title
  }">${isLanguage && renderIcon('globe')}${current?.title}${renderIcon('caret-up-down')}</button>`
}

/** Menus stand behind the header, whose colours are not theirs. */
function renderMenus({ site, language }: HeaderView): Html {
  const links = site.settings.header.links.map((item, index) => {
    const entries = item.links.flatMap((link) => {
      const href = hrefOf(site, link.to)
      return href ? { title: localized(link.title, link.localizedTitle, language), href } : []
    })
    return item.links.length > 0 && renderMenu(`link-${index}`, entries, site)
  })
  const sections = site.sections.map(
    (one, index) => 'sections' in one && renderMenu(`section-${index}`, one.sections, site),
  )
  const variants = site.variants.length > 1 && renderMenu('variants', site.variants, site)
  return html`${links}${sections}${variants}`
}

/** Sections and links again, for the navigation on a phone. */
export function renderPhoneLinks({ site, language }: Pick<HeaderView, 'site' | 'language'>): Html {
  const sections = site.sections.flatMap((one) => ('sections' in one ? one.sections : [one]))
  const links = site.settings.header.links
    .flatMap((item) => [item, ...item.links])
    .flatMap(({ title, localizedTitle, to }) => {
      const href = hrefOf(site, to)
      return href && isSafe(href) ? { title: localized(title, localizedTitle, language), href } : []
    })
  const entries = [
    ...sections.map(renderSection),
    ...links.map(({ title, href }) => html`<a href="${href}"${targetOf(site, href)}>${title}</a>`),
  ]
  const variants = site.variants.length > 1 && site.variants.map(renderSection)
  if (entries.length === 0 && !variants) return html``
  return html`<div class="side-links on-phone">${entries}${variants}</div>`
}
