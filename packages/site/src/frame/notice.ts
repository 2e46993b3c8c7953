import { type Html, html } from '../html.ts'
import type { NoticeView } from '../view.ts'
import { dayOf, type Words } from '../words/index.ts'
import { renderIcon } from './icon.ts'

/** Says that the page is not the published one, and leads there. */
export function renderNotice({ kind, title, href }: NoticeView, words: Words): Html {
  const isPast = kind === 'past'
  const text = isPast ? words.notice.past(dayOf(title, words) || title) : words.notice.preview(title)
  const tone = isPast ? 'warning' : 'info'
  return html`<div class="notice tone-${tone}" role="region" aria-label="${words.notice.label}">
${renderIcon(isPast ? 'clock-counter-clockwise' : 'eye')}<p>${text}</p><a class="button" href="${href}">${
    words.notice.current
  }</a></div>`
}
