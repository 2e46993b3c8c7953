import type { DocumentBlock, DocumentInline, DocumentNode, NodeData } from '@stemma/content'
import { type Html, html } from '../html.ts'
import { twelfthsOf } from './columns.ts'
import { partOf, referenceIn, textIn } from './data.ts'
import type { Rendering } from './rendering.ts'
import { pictureUrl } from './urls.ts'

/** One image, or several beside each other. */
export function renderImages({ data, nodes = [] }: DocumentBlock, rendering: Rendering): Html {
  const align = alignments.find((known) => known === data?.align)
  const isFramed = data?.withFrame === true
  const figures = nodes.map((node) => renderFigure(node, rendering, isFramed))
  if (figures.length === 1 && align === undefined) return html`${figures}`
  return html`<div class="images"${align !== undefined && html` data-align="${align}"`}>${figures}</div>`
}

const alignments = ['left', 'center', 'right'] as const

/** An image outside of a block of images, which the parser doesn't create. */
export function renderImage(block: DocumentBlock, rendering: Rendering): Html {
  return renderFigure(block, rendering, false)
}

export function renderDrawing({ data }: DocumentBlock, rendering: Rendering): Html {
  return html`<figure class="image">${renderPicture(data, rendering)}</figure>`
}

/** Smaller pictures stand in the line, as icons do. */
export function renderInlineImage({ data }: DocumentInline, rendering: Rendering): Html {
  return html`<span class="image-inline"${data?.size === 'line' && html` data-line`}>${renderPicture(
    data,
    rendering,
  )}</span>`
}

function renderFigure(node: DocumentNode, rendering: Rendering, isFramed: boolean): Html {
  if (node.object !== 'block') return html``
  const picture = renderPicture(node.data, rendering)
  const [caption] = partOf(node, 'caption')
  const text = caption?.object === 'block' ? rendering.renderInlines(caption.nodes ?? []) : undefined
  const width = twelfthsOf(node.data?.width)
  const kind = width !== undefined && ` columns-${width}`
  const below = text !== undefined && text.text !== '' && html`<figcaption>${text}</figcaption>`
  if (!isFramed) return html`<figure class="image${kind}">${picture}${below}</figure>`
  return html`<figure class="image${kind}" data-framed><div>${picture}</div>${below}</figure>`
}

/** A picture for both themes, or one for each. A picture that can't be seen is its alternative text. */
export function renderPicture(data: NodeData | undefined, rendering: Rendering): Html {
  const light = imageOf(data, 'ref', rendering)
  const dark = imageOf(data, 'refDark', rendering)
  const alternative = textIn(data, 'alt') ?? ''
  if (light === undefined) {
    const { broken } = rendering.words.blocks
    return html`<span class="link-broken" title="${broken}">${alternative === '' ? '…' : alternative}</span>`
  }
  const isLazy = !rendering.takeFirstImage()
  if (dark === undefined) return renderImg(light, alternative, isLazy, undefined)
  return html`${renderImg(light, alternative, isLazy, 'light')}${renderImg(dark, alternative, true, 'dark')}`
}

interface Image {
  readonly src: string
  readonly width?: number | undefined
  readonly height?: number | undefined
}

function renderImg(image: Image, alternative: string, isLazy: boolean, theme: string | undefined): Html {
  const { src, width, height } = image
  return html`<img src="${src}" alt="${alternative}"${width !== undefined && html` width="${width}"`}${
    height !== undefined && html` height="${height}"`
  }${isLazy && html` loading="lazy"`}${
    theme !== undefined && html` class="image-${theme}"`
  } decoding="async">`
}

/** With the size that authors write, in the shape of the file. */
function imageOf(data: NodeData | undefined, name: string, rendering: Rendering): Image | undefined {
  const reference = referenceIn(data, name)
  const src = pictureUrl(reference, rendering)
  if (src === undefined || reference === undefined) return undefined
  const file = rendering.locate(reference)?.file
  const { width, height } = { width: pixelsOf(data?.width), height: pixelsOf(data?.height) }
  if (file?.width === undefined || file.height === undefined || file.width === 0 || file.height === 0) {
    return { src, width, height }
  }
  const ratio = file.height / file.width
  if (width !== undefined) return { src, width, height: height ?? Math.round(width * ratio) }
  if (height !== undefined) return { src, width: Math.round(height / ratio), height }
  return { src, width: file.width, height: file.height }
}

function pixelsOf(length: unknown): number | undefined {
  if (typeof length === 'number') return length
  const [, pixels] = /^(\d{1,5})(?:px)?$/.exec(typeof length === 'string' ? length : '') ?? []
  return pixels === undefined ? undefined : Number(pixels)
}
