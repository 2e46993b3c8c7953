import { headingsOf, renderParts } from '../blocks/index.ts'
import type { Lookups } from '../blocks/rendering.ts'
import { type Html, html } from '../html.ts'
import type { TextView } from '../view.ts'
import { type Words, wordsFor } from '../words/index.ts'
import type { PastPart } from './marking.ts'

/** The text of an earlier day, with what is different today, and in how many places it is. */
export function drawPast(
  parts: readonly PastPart[],
  lookups: Lookups,
  language: string,
): { readonly text: TextView; readonly changes: number } {
  const words = wordsFor(language)
  // Each part is drawn as it was first: so its headings keep their IDs.
  const drawn = renderParts(
    parts.flatMap(({ earlier, marked }) => [earlier, marked]),
    { ...lookups, words },
  )
  const pieces = parts.map((part, at) =>
    renderPart(part, [drawn.html[2 * at], drawn.html[2 * at + 1]], words),
  )
  const text = {
    html: html`${pieces}${drawn.notes}`,
    headings: headingsIn(parts),
    isEmpty: parts.length === 0,
  }
  return { text, changes: parts.filter(({ kind }) => kind !== 'same' && kind !== 'left').length }
}

function renderPart(part: PastPart, [then, marked]: readonly (Html | undefined)[], words: Words): Html {
  if (part.kind === 'same') return html`${marked}`
  const before = part.earlier.length > 0 && html`<div class="past-then">${then}</div>`
  if (part.kind === 'left') return html`${before}`
  const [tone, label] = labelOf(part.kind, words)
  return html`<div class="past-part tone-${tone}"><span class="past-label">${label}</span>${
    marked
  }</div>${before}`
}

function labelOf(kind: Exclude<PastPart['kind'], 'same' | 'left'>, { history }: Words) {
  const labels = {
    edited: ['warning', history.changed],
    created: ['success', history.added],
    deleted: ['danger', history.removed],
    moved: ['info', history.moved],
  } as const
  return labels[kind]
}

/** The outline leads to what is drawn while differences are marked. */
function headingsIn(parts: readonly PastPart[]): TextView['headings'] {
  const groups = parts.flatMap(({ earlier, marked }) => [
    { blocks: earlier, isListed: false },
    { blocks: marked, isListed: true },
  ])
  const all = headingsOf(groups.flatMap(({ blocks }) => blocks))
  let at = 0
  return groups.flatMap(({ blocks, isListed }) => {
    const { length } = headingsOf(blocks)
    const some = all.slice(at, at + length)
    at += length
    return isListed ? some : []
  })
}
