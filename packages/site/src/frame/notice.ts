import { type Html, html } from '../html.ts'
import type { NoticeView, PastView } from '../view.ts'
import { dayOf, type Words } from '../words/index.ts'
import { renderIcon } from './icon.ts'

/** Says that the page is not the published one, and leads there. */
export function renderNotice(notice: NoticeView, words: Words): Html {
  const { kind, title, href, past } = notice
  const isPast = kind === 'past'
  const tone = isPast ? 'warning' : 'info'
  return html`<div class="notice tone-${tone}" role="region" aria-label="${words.notice.label}">
${renderIcon(isPast ? 'clock-counter-clockwise' : 'eye')}<p>${textOf(notice, words)}</p>
<a class="button" href="${href}">${words.notice.current}</a>${past && renderDays(past, title, words)}</div>`
}

function textOf({ kind, title, past }: Omit<NoticeView, 'href'>, words: Words) {
  if (kind === 'preview') return words.notice.preview(title)
  const day = dayOf(title, words) || title
  if (past === undefined) return words.notice.past(day)
  const { changes } = past
  if (changes === undefined) return words.history.absent(day)
  const since = changes === 0 ? words.history.unchanged : words.history.changes(changes)
  return html`<b>${words.notice.past(day)}</b> ${since}`
}

/** Another day, and whether differences are marked: the stylesheet alone shows and hides them. */
function renderDays({ action, path, first, last, changes }: PastView, moment: string, words: Words): Html {
  const { history } = words
  const marks = html`<label><input type="checkbox" id="past-marks" checked>${history.marks}</label>
<span class="past-key"><del>${dayOf(moment, words)}</del> <ins>${history.today}</ins></span>`
  return html`<form class="past-days" action="${action}"><input type="hidden" name="path" value="${path}">
<label>${history.day}<input type="date" name="day" value="${moment.slice(0, 10)}" min="${first}" max="${
    last
  }" required></label><button>${history.show}</button>${changes !== undefined && changes > 0 && marks}</form>`
}
