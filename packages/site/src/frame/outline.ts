import { type Html, html } from '../html.ts'
import type { Words } from '../words/index.ts'

/** The headings of the page, two levels deep. */
export function renderOutline(headings: readonly Heading[], words: Words): Html {
  const top = Math.min(...headings.map(({ level }) => level))
  const shown = headings.filter(({ level }) => level <= top + 1)
  return html`<nav class="outline" id="outline" popover aria-labelledby="outline-title">
<h2 id="outline-title">${words.onThisPage}</h2>
<ul role="list">${shown.map(
    ({ id, title, level }) => html`<li><a href="#${id}" data-level="${level - top + 1}">${title}</a></li>`,
  )}</ul></nav>`
}

export interface Heading {
  readonly id: string
  readonly title: string
  readonly level: number
}
