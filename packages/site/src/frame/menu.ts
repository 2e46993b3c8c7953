import { type Html, html } from '../html.ts'
import type { SiteView } from '../view.ts'
import { renderIcon, renderPageIcon } from './icon.ts'
import { targetOf } from './links.ts'

/** A list of links that a button with `popovertarget` opens, without scripts. */
export function renderMenu(
  id: string,
  entries: readonly MenuEntry[],
  site: Pick<SiteView, 'url' | 'settings'>,
): Html {
  const isChoice = entries.some(({ isCurrent }) => isCurrent !== undefined)
  return html`<div class="menu" id="${id}" popover>${entries.map((entry) => {
    const { title, description, href, icon, isCurrent, language } = entry
    const sign = isChoice ? renderIcon('check', isCurrent ? '' : 'menu-other') : renderPageIcon(icon)
    const note = description !== undefined && html`<small>${description}</small>`
    return html`<a href="${href}"${isCurrent && html` aria-current="true"`}${
      language !== undefined && html` lang="${language}" hreflang="${language}"`
    }${targetOf(site, href)}>${sign}<span>${title}${note}</span></a>`
  })}</div>`
}

export interface MenuEntry {
  readonly title: string
  readonly href: string
  readonly description?: string
  readonly icon?: string
  readonly language?: string
  readonly isCurrent?: boolean
}
