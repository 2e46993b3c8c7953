import type { DocumentBlock, DocumentNode } from '@stemma/content'
import { renderIcon, renderPageIcon } from '../frame/icon.ts'
import { type Html, html } from '../html.ts'
import { partOf, referenceIn, textIn } from './data.ts'
import { outside } from './link.ts'
import type { Located, Rendering } from './rendering.ts'
import { destinationOf } from './urls.ts'

/** A card that leads to another page, with its description. */
export function renderContentRef({ data }: DocumentBlock, rendering: Rendering): Html {
  const reference = referenceIn(data)
  const destination = destinationOf(reference, rendering)
  if (destination === undefined)
    return renderMissing(reference?.kind === 'url' ? reference.url : '…', rendering)
  const located = destination.isOutside || reference === undefined ? undefined : rendering.locate(reference)
  const title = located?.title || hostAndPath(destination.href)
  const sign = renderPageIcon(located?.icon) ?? renderIcon(destination.isOutside ? 'globe' : 'file-text')
  const arrow = renderIcon(destination.isOutside ? 'arrow-up-right' : 'arrow-right', 'turn')
  return html`<a class="card" href="${destination.href}"${outside(destination, rendering)}>
<span class="card-sign">${sign}</span>${renderText(title, located?.description)}${arrow}</a>`
}

/** A file to download, with its type and size. */
export function renderFile(block: DocumentBlock, rendering: Rendering): Html {
  const reference = referenceIn(block.data)
  const destination = destinationOf(reference, rendering)
  const caption = renderCaption(partOf(block, 'caption'), rendering)
  if (destination === undefined || reference === undefined) return renderMissing('…', rendering)
  const located = destination.isOutside ? undefined : rendering.locate(reference)
  const name = located?.title || hostAndPath(destination.href)
  const facts = located?.file && factsOf(name, located.file, rendering)
  const sign = renderIcon(iconOf(located?.file?.contentType ?? ''))
  const card = html`<a class="card" href="${destination.href}" download${outside(destination, rendering)}>
<span class="card-sign">${sign}</span>${renderText(name, facts)}${renderIcon('download-simple')}</a>`
  return caption === undefined
    ? card
    : html`<figure class="card-figure">${card}<figcaption>${caption}</figcaption></figure>`
}

/**
 * A card that links to another website. If the website can be embedded, a script replaces the card with the
 * frame after a click: nothing is loaded from there before.
 */
export function renderEmbed(block: DocumentBlock, rendering: Rendering): Html {
  const url = textIn(block.data, 'url') ?? ''
  const destination = destinationOf({ kind: 'url', url }, rendering)
  const caption = renderCaption(partOf(block, 'caption'), rendering)
  if (url === '' || destination === undefined) return renderMissing(url === '' ? '…' : url, rendering)
  const frame = rendering.embed?.(url)
  const isFrame = frame !== undefined && /^https:/.test(frame.src)
  const host = frame?.site ?? hostAndPath(url).split('/')[0] ?? ''
  const title = frame?.title || hostAndPath(url)
  const behaviour =
    isFrame &&
    html` data-kind="embed" data-embed="${frame.src}" data-embed-title="${title}"${
      frame.height !== undefined && html` data-embed-height="${frame.height}"`
    }`
  const text = renderText(title, isFrame ? rendering.words.blocks.loadEmbed(host) : host)
  const inner = isFrame
    ? html`<span class="card-stage"><span>${renderIcon('play')}</span></span>${text}`
    : html`<span class="card-sign">${renderIcon('globe')}</span>${text}${renderIcon('arrow-up-right')}`
  const card = html`<a class="card" href="${destination.href}"${behaviour}${outside(destination, rendering)}>
${inner}</a>`
  return caption === undefined
    ? card
    : html`<figure class="card-figure">${card}<figcaption>${caption}</figcaption></figure>`
}

function renderText(title: string, description: string | undefined): Html {
  const below = description && html`<small>${description}</small>`
  return html`<span class="card-text"><b>${title}</b>${below}</span>`
}

function renderMissing(text: string, { words }: Rendering): Html {
  return html`<p><span class="link-broken" title="${words.blocks.broken}">${text}</span></p>`
}

/** Captions are short: one paragraph is drawn as text. */
function renderCaption(nodes: readonly DocumentNode[], rendering: Rendering): Html | undefined {
  const [first, ...others] = nodes
  if (first === undefined) return undefined
  const isText = first.object === 'block' && first.type === 'paragraph' && others.length === 0
  return isText ? rendering.renderInlines(first.nodes ?? []) : rendering.renderBlocks(nodes)
}

/** A URL as readers know it, without its scheme. */
function hostAndPath(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')
}

function factsOf(name: string, { contentType, bytes }: NonNullable<Located['file']>, { words }: Rendering) {
  const type = /\.([a-z\d]{1,8})$/i.exec(name)?.[1] ?? contentType.split('/')[1] ?? ''
  return `${type.toUpperCase()}, ${sizeOf(bytes, words.locale)}`
}

function sizeOf(bytes: number, locale: string): string {
  const power = Math.min(3, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const unit = (['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const)[power] ?? 'byte'
  const options = { style: 'unit', unit, unitDisplay: 'short', maximumSignificantDigits: 3 } as const
  return new Intl.NumberFormat(locale, options).format(bytes / 1000 ** power)
}

function iconOf(contentType: string): string {
  if (contentType.startsWith('image/')) return 'image'
  if (contentType === 'application/pdf') return 'file-pdf'
  if (/zip|tar|gzip|compressed/.test(contentType)) return 'file-zip'
  return /json|yaml|xml|javascript|text\//.test(contentType) ? 'file-code' : 'file-text'
}
