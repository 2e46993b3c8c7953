import { type Html, html } from '../html.ts'

export function renderMethod(method: string): Html {
  return html`<span class="openapi-method tone-${toneOf(method)}">${method.toUpperCase()}</span>`
}

/** The method of a page in the page tree, where there is little room. */
export function renderTreeMethod(method: string): Html {
  const name = short.get(method) ?? method
  return html`<span class="openapi-method tone-${toneOf(method)}">${name.toUpperCase()}</span>`
}

const short: ReadonlyMap<string, string> = new Map([
  ['delete', 'del'],
  ['options', 'opt'],
])

function toneOf(method: string): string {
  return tones.get(method) ?? 'info'
}

const tones: ReadonlyMap<string, string> = new Map([
  ['post', 'success'],
  ['put', 'warning'],
  ['patch', 'warning'],
  ['delete', 'danger'],
])
