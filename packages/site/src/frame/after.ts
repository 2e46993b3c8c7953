import { type Html, html } from '../html.ts'
import type { LinkView, PageView } from '../view.ts'
import type { Words } from '../words/index.ts'
import { renderIcon } from './icon.ts'

/** What follows the text of a page: the question whether it helped, and where to go next. */
export function renderAfter(page: PageView, words: Words): Html | undefined {
  const { site, layout, actions, previous, next, backlinks = [] } = page
  const feedback = site.settings.feedback.enabled && actions.feedback
  const isPaged = layout.pagination && site.settings.pagination.enabled && (previous || next)
  const edit = actions.edit
  if (!feedback && !isPaged && !edit && backlinks.length === 0) return undefined
  return html`<div class="after">
${feedback && renderFeedback(feedback, page.id, words)}
${
  isPaged &&
  html`<nav class="pager" aria-label="${words.pager}">${previous && renderPrevious(previous, words)}${
    next && renderNext(next, words)
  }</nav>`
}
${
  (edit || backlinks.length > 0) &&
  html`<div class="after-meta">${edit && renderEdit(edit, words)}${renderBacklinks(backlinks, words)}</div>`
}</div>`
}

/** The console asks people to sign in; whoever has no account gets no further. */
function renderEdit(href: string, { actions }: Words): Html {
  return html`<a rel="nofollow" href="${href}">${renderIcon('pencil-simple')}${actions.edit}</a>`
}

function renderBacklinks(links: readonly LinkView[], { history }: Words): Html | undefined {
  if (links.length === 0) return undefined
  const items = links.map(({ title, href }) => html`<li><a href="${href}">${title}</a></li>`)
  return html`<details class="backlinks"><summary>${renderIcon('link')}${history.linked} (${
    links.length
  })</summary><ul role="list">${items}</ul></details>`
}

/**
 * The comment is asked for after the answer, by the stylesheet alone. Without scripts, the answer leads back
 * to the thanks, in place of the question.
 */
function renderFeedback(action: string, page: string, { feedback }: Words): Html {
  const answers = [
    ['yes', 'smiley', feedback.yes],
    ['partly', 'smiley-meh', feedback.partly],
    ['no', 'smiley-sad', feedback.no],
  ] as const
  return html`<form class="feedback" method="post" action="${action}" data-done="${feedback.thanks}">
<input type="hidden" name="page" value="${page}"><span id="feedback">${feedback.question}</span>
<fieldset aria-labelledby="feedback">${answers.map(
    ([value, icon, label]) =>
      html`<label title="${label}">
<input type="radio" name="answer" value="${value}" required aria-label="${label}">
${renderIcon(icon)}</label>`,
  )}</fieldset>
<div class="feedback-comment"><label for="feedback-comment">${feedback.comment}</label>
<textarea id="feedback-comment" name="comment" rows="3" maxlength="500"
aria-describedby="feedback-note"></textarea>
<small id="feedback-note">${feedback.commentNote}</small><button>${feedback.send}</button></div>
<p class="feedback-thanks" id="feedback-thanks">${feedback.thanks}</p></form>`
}

function renderPrevious({ title, href }: LinkView, words: Words): Html {
  return html`<a class="pager-previous" rel="prev" href="${href}"><small>${renderIcon('arrow-left', 'turn')}${
    words.previous
  }</small>${title}</a>`
}

function renderNext({ title, href }: LinkView, words: Words): Html {
  return html`<a class="pager-next" rel="next" href="${href}"><small>${words.next}${renderIcon(
    'arrow-right',
    'turn',
  )}</small>${title}</a>`
}
