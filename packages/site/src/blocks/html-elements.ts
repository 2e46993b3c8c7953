import { type HtmlItem, type NodeData, refOf } from '@stemma/content'
import { Html, html } from '../html.ts'
import { renderPicture } from './images.ts'
import { outside } from './link.ts'
import type { Rendering } from './rendering.ts'
import { destinationOf } from './urls.ts'

/** Where an element stands, which decides what it can be. */
export interface HtmlPlace {
  readonly rendering: Rendering
  /** Whether blocks can stand here, not only text. */
  readonly isFlow: boolean
  /** The name of the element around it, if an author wrote one. */
  readonly parent: string
}

type Element = Extract<HtmlItem, { readonly attributes: unknown }>
type RenderInner = (place: HtmlPlace) => Html

/** An element that authors may write; `undefined` for any other, or in a place where it can't be. */
export function renderElement(
  element: Element,
  place: HtmlPlace,
  renderInner: RenderInner,
): Html | undefined {
  const { name } = element
  const own = special.get(name)
  if (own !== undefined) return own(element, place, renderInner)
  const drawn = names.get(name)
  const isChild = parents.get(name)?.includes(place.parent)
  if (drawn === undefined || !(phrasing.has(name) || isChild || (flow.has(name) && place.isFlow)))
    return undefined
  if (voids.has(name)) return new Html(`<${drawn}>`)
  const isFlow = place.isFlow && flowInside.has(name)
  const inner = renderInner({ ...place, isFlow, parent: name })
  return new Html(`<${drawn}${attributesOf(element).text}>${inner.text}</${drawn}>`)
}

const phrasing: ReadonlySet<string> = new Set([
  ...[
    'abbr',
    'b',
    'bdi',
    'br',
    'cite',
    'code',
    'del',
    'dfn',
    'em',
    'i',
    'ins',
    'kbd',
    'mark',
    'q',
    'ruby',
    's',
  ],
  ...['samp', 'small', 'span', 'strong', 'sub', 'sup', 'time', 'u', 'var', 'wbr'],
])
const flow: ReadonlySet<string> = new Set(
  'blockquote details div dl figure h1 h2 h3 h4 h5 h6 hr ol p pre section table ul'.split(' '),
)
/** Elements that browsers move or drop in any other place. */
const parents: ReadonlyMap<string, readonly string[]> = new Map([
  ['li', ['ul', 'ol']],
  ['dt', ['dl']],
  ['dd', ['dl']],
  ['summary', ['details']],
  ['figcaption', ['figure']],
  ['caption', ['table']],
  ['thead', ['table']],
  ['tbody', ['table']],
  ['tfoot', ['table']],
  ['tr', ['table', 'thead', 'tbody', 'tfoot']],
  ['td', ['tr']],
  ['th', ['tr']],
  ['rt', ['ruby']],
  ['rp', ['ruby']],
])
const flowInside: ReadonlySet<string> = new Set(
  'blockquote details div dl figure section ul ol li dd figcaption table thead tbody tfoot tr td th'.split(
    ' ',
  ),
)
const voids: ReadonlySet<string> = new Set(['br', 'hr', 'wbr'])

/** The title of the page is the only `h1`. */
const renamed: Readonly<Record<string, string>> = { h1: 'h2', h5: 'h4', h6: 'h4' }
const names: ReadonlyMap<string, string> = new Map(
  [...phrasing, ...flow, ...parents.keys()].map((name) => [name, renamed[name] ?? name]),
)

const special: ReadonlyMap<
  string,
  (element: Element, place: HtmlPlace, renderInner: RenderInner) => Html | undefined
> = new Map([
  ['a', renderAnchor],
  ['img', ({ attributes }, { rendering }) => renderPicture(imageData(attributes), rendering)],
  ['picture', (_, place, renderInner) => renderInner({ ...place, isFlow: false, parent: 'picture' })],
  ['source', (_, { parent }) => (parent === 'picture' ? html`` : undefined)],
  [
    'center',
    (_, place, renderInner) =>
      place.isFlow
        ? html`<div class="text-center">${renderInner({ ...place, parent: 'div' })}</div>`
        : undefined,
  ],
  ['table', renderTable],
])

function renderAnchor({ attributes }: Element, place: HtmlPlace, renderInner: RenderInner): Html {
  const { rendering } = place
  const href = attributes.find(({ name }) => name === 'href')?.value
  const within = { ...rendering, renderInlines: rendering.renderLinkText, isInLink: true }
  const inner = renderInner({ ...place, isFlow: false, parent: 'a', rendering: within })
  if (href === undefined || rendering.isInLink) return inner
  const destination = destinationOf(refOf(href), rendering)
  if (destination === undefined) {
    return html`<span class="link-broken" title="${rendering.words.blocks.broken}">${inner}</span>`
  }
  return html`<a href="${destination.href}"${outside(destination, rendering)}>${inner}</a>`
}

function renderTable(element: Element, place: HtmlPlace, renderInner: RenderInner): Html | undefined {
  if (!place.isFlow) return undefined
  const { table } = place.rendering.words.blocks
  const inner = renderInner({ ...place, parent: 'table' })
  return html`<div class="table" tabindex="0" role="group" aria-label="${table}"><table${attributesOf(
    element,
  )}>${inner}</table></div>`
}

type Attributes = Element['attributes']

function imageData(attributes: Attributes): NodeData {
  const value = (name: string) => attributes.find((attribute) => attribute.name === name)?.value
  return { ref: refOf(value('src') ?? ''), alt: value('alt'), width: value('width'), height: value('height') }
}

/** Attributes whose values can do nothing but what they are for. */
function attributesOf({ name, attributes }: Element): Html {
  const allowed = attributes.filter((attribute, at) => {
    const isFirst = attributes.findIndex((other) => other.name === attribute.name) === at
    const form = values.get(attribute.name)
    const isFor =
      attribute.name === 'title' || cells.has(name) || (attribute.name === 'align' && flow.has(name))
    return isFirst && isFor && form?.test(attribute.value)
  })
  return html`${allowed.map(({ name, value }) => new Html(` ${name}="${html`${value}`.text}"`))}`
}

const cells: ReadonlySet<string> = new Set(['td', 'th', 'table'])
const values: ReadonlyMap<string, RegExp> = new Map([
  ['title', /^.{0,500}$/s],
  ['align', /^(?:left|center|right|justify)$/i],
  ['width', /^\d{1,4}%?$/],
  ['height', /^\d{1,4}$/],
  ['colspan', /^\d{1,2}$/],
  ['rowspan', /^\d{1,2}$/],
])
