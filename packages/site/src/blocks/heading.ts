import type { DocumentBlock } from '@stemma/content'
import { renderIcon } from '../frame/icon.ts'
import { type Html, html } from '../html.ts'
import { plainText, textIn } from './data.ts'
import type { Rendering } from './rendering.ts'

/** A heading with a link to itself. */
export function renderHeading(block: DocumentBlock, rendering: Rendering): Html {
  const { renderInlines, takeId, words, isInLink } = rendering
  const text = renderInlines(block.nodes ?? [])
  const id = textIn(block.data, 'id')
  const own = id === undefined || isInLink ? undefined : takeId(id)
  const inner = html`${text}${
    own !== undefined &&
    html`<a class="heading-link" href="#${own}" aria-label="${words.blocks.linkTo(
      plainText(block.nodes ?? []),
    )}">${renderIcon('link')}</a>`
  }`
  const attribute = own !== undefined && html` id="${own}"`
  switch (levelOf(block)) {
    case 2:
      return html`<h2${attribute}>${inner}</h2>`
    case 3:
      return html`<h3${attribute}>${inner}</h3>`
    default:
      return html`<h4${attribute}>${inner}</h4>`
  }
}

/** The title of the page is the only `h1`, and there are three levels below it. */
export function levelOf({ type, data }: DocumentBlock): 2 | 3 | 4 {
  if (data?.level !== undefined) return 4
  return type === 'heading-3' ? 3 : 2
}
