import { html } from '../html.ts'
import type { TextView } from '../view.ts'
import { dayOf, wordsFor } from '../words/index.ts'
import type { Reference } from './reference.ts'
import type { ReferencePlaces } from './reference-index.ts'

/** What a version of an API changed, breaking changes first. */
export interface ReferenceVersion {
  /** ISO 8601. */
  readonly createdAt: string
  readonly changes: readonly {
    readonly breaking: boolean
    /** A JSON pointer into the document. */
    readonly pointer: string
    readonly message: string
  }[]
  /** Whether there are more than are listed. */
  readonly more: boolean
}

/** The changes of an API, version by version, newest first. */
export function drawReferenceChanges(
  reference: Reference,
  versions: readonly ReferenceVersion[],
  { hrefOf }: ReferencePlaces,
  language: string,
): TextView {
  const words = wordsFor(language)
  const { openapi } = words
  const slugs = new Map([...reference.entries.values()].map((one) => [`${one.method} ${one.name}`, one.slug]))
  const drawn = versions.map(({ createdAt, changes, more }, at) => {
    const items = changes.slice(0, changesMax).map(({ breaking, pointer, message }) => {
      const { method, path } = placeOf(pointer)
      const slug = slugs.get(`${method} ${path}`)
      const name = html`<code>${`${method.toUpperCase()} ${path}`.trim()}</code>`
      const where = slug === undefined ? name : html`<a href="${hrefOf(slug)}">${name}</a>`
      const mark = breaking && html`<span class="openapi-mark tone-danger">${openapi.breaking}</span>`
      return html`<li>${mark}${path !== '' && where}<span>${message}</span></li>`
    })
    const rest = (more || changes.length > changesMax) && html`<li>…</li>`
    const list = html`<ul class="openapi-changes" role="list">${items}${rest}</ul>`
    return html`<h2 id="version-${at + 1}">${dayOf(createdAt, words)}</h2>${list}`
  })
  const headings = versions.map(({ createdAt }, at) => ({
    id: `version-${at + 1}`,
    title: dayOf(createdAt, words),
    level: 2 as const,
  }))
  return { html: html`${drawn}`, headings, isEmpty: versions.length === 0 }
}

const changesMax = 200

/** The operation that a pointer leads into, if it does. */
function placeOf(pointer: string): { readonly method: string; readonly path: string } {
  const [, list, path = '', method = ''] = pointer.split('/')
  if (list !== 'paths') return { method: '', path: '' }
  return { method, path: path.replaceAll('~1', '/').replaceAll('~0', '~') }
}
