import { drawIcon, type IconStyle } from '@stemma/theme'
import { Html, html } from '../html.ts'

/**
 * An icon of Phosphor by its name. It only refers to a symbol that the page contains once
 * (`renderSymbols`), so that an icon that is drawn often is sent once.
 */
export function renderIcon(name: string, kind = ''): Html {
  return html`<svg class="icon${kind && ` ${kind}`}" aria-hidden="true"><use href="#icon-${name}"/></svg>`
}

/** The icon of a page, which is a name or an emoji. Names that nobody knows draw nothing. */
export function renderPageIcon(icon: string | undefined): Html | undefined {
  if (icon === undefined || icon === '') return undefined
  if (/^[a-z0-9-]+$/.test(icon)) return drawIcon(icon, 'regular') === undefined ? undefined : renderIcon(icon)
  return html`<span class="icon" aria-hidden="true">${icon}</span>`
}

/** The shapes of all icons that the parts refer to, in the style of the site. */
export function renderSymbols(parts: readonly Html[], style: IconStyle): Html {
  const names = new Set(always)
  for (const { text } of parts) addNames(text, names)
  const symbols = [...names].map((name) => {
    const shapes = drawIcon(name, style)
    return shapes && html`<symbol id="icon-${name}" viewBox="0 0 256 256">${new Html(shapes)}</symbol>`
  })
  return html`<svg class="symbols" aria-hidden="true">${symbols.filter((one) => one instanceof Html)}</svg>`
}

/** Twice as fast as a regular expression, on all of a page. */
function addNames(text: string, names: Set<string>) {
  for (let at = text.indexOf(reference); at >= 0; at = text.indexOf(reference, at)) {
    at += reference.length
    names.add(text.slice(at, text.indexOf('"', at)))
  }
}

const reference = '<use href="#icon-'
/** Those in search results, which arrive later. */
const always = ['article', 'hash', 'arrow-elbow-down-left']
