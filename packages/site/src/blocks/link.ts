import type { DocumentInline } from '@stemma/content'
import { renderPageIcon } from '../frame/icon.ts'
import { type Html, html } from '../html.ts'
import { referenceIn, textIn } from './data.ts'
import type { Rendering } from './rendering.ts'
import { type Destination, destinationOf } from './urls.ts'

/** A link that leads nowhere is text that says so. */
export function renderLink({ data, nodes = [] }: DocumentInline, rendering: Rendering): Html {
  const text = rendering.renderLinkText(nodes)
  if (rendering.isInLink) return text
  const destination = destinationOf(referenceIn(data), rendering)
  if (destination === undefined) return renderBroken(text, rendering)
  const title = textIn(data, 'title')
  const inner = text.text === '' ? (destination.title ?? destination.href) : text
  return html`<a href="${destination.href}"${title !== undefined && html` title="${title}"`}${outside(
    destination,
    rendering,
  )}>${inner}</a>`
}

export function renderButton({ data }: DocumentInline, rendering: Rendering): Html {
  const label = textIn(data, 'label') ?? ''
  const destination = destinationOf(referenceIn(data), rendering)
  if (rendering.isInLink) return html`${label}`
  if (destination === undefined) return renderBroken(html`${label}`, rendering)
  const icon = textIn(data, 'icon')
  const kind = data?.kind === 'secondary' ? 'secondary' : 'primary'
  return html`<a class="button${kind === 'primary' && ' button-primary'}" href="${destination.href}"${outside(
    destination,
    rendering,
  )}>${renderPageIcon(icon)}${label}</a>`
}

/** A person, by name if the visitor can see them. */
export function renderMention({ data }: DocumentInline, rendering: Rendering): Html {
  const reference = referenceIn(data)
  const person = reference && rendering.locate(reference)
  return html`<span class="mention">@${person?.title ?? '…'}</span>`
}

/** The attributes of a link to another host. */
export function outside({ href, isOutside }: Destination, { opensOutsideLinks }: Rendering): Html | false {
  if (!isOutside || !/^http/.test(href)) return false
  return opensOutsideLinks ? html` target="_blank" rel="noopener"` : html` rel="noopener"`
}

function renderBroken(text: Html, { words }: Rendering): Html {
  return html`<span class="link-broken" title="${words.blocks.broken}">${text}</span>`
}
