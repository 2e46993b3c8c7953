import { type Html, html } from '../html.ts'
import type { PageView, TreeItem } from '../view.ts'
import type { Words } from '../words/index.ts'
import { renderIcon, renderPageIcon } from './icon.ts'
import { renderCover } from './page-header.ts'
import { renderAsk } from './search.ts'

/** The top of a site's first page: its title, what it is about, and search. A cover replaces the drawing. */
export function renderHero(page: PageView, words: Words): Html {
  const { site, title, description, layout, icon } = page
  const cover = renderCover(page)
  return html`<div class="hero"${cover !== undefined && html` data-cover`}>${
    cover ?? html`<div class="branches"></div>`
  }<div class="bay"><h1${!layout.title && html` class="vh"`}>${renderPageIcon(icon)}${title}</h1>
${layout.description && description !== undefined && html`<p class="lead">${description}</p>`}
${renderAsk(site.base, '', words, true)}</div></div>`
}

/** The first pages of each group: what a first page shows whose author wrote nothing below its title. */
export function renderDoors(tree: readonly TreeItem[]): Html | undefined {
  const doors = tree.filter(({ children, isCurrent }) => children.length > 0 && !isCurrent).slice(0, 9)
  if (doors.length === 0) return undefined
  return html`<div class="doors">${doors.map((door) => {
    const href = door.href ?? door.children.find((child) => child.href !== undefined)?.href
    const title = href === undefined ? html`${door.title}` : html`<a href="${href}">${door.title}</a>`
    return html`<section class="door">${renderPageIcon(door.icon) ?? renderIcon('book-open')}<h2>${title}</h2>
<ul role="list">${door.children
      .filter((child) => child.href !== undefined)
      .slice(0, 4)
      .map((child) => html`<li><a href="${child.href}">${child.title}</a></li>`)}</ul></section>`
  })}</div>`
}
