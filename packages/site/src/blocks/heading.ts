import type { DocumentBlock } from '@stemma/content'
import { renderIcon } from '../frame/icon.ts'
import { type Html, html } from '../html.ts'
import { plainText, textIn } from './data.ts'
import type { Level, Rendering } from './rendering.ts'

/** A heading with a link to itself. */
export function renderHeading(block: DocumentBlock, rendering: Rendering): Html {
  const { renderInlines, takeId, takeLevel, words, isInLink } = rendering
  const text = renderInlines(block.nodes ?? [])
  const id = textIn(block.data, 'id')
  const own = id === undefined || isInLink ? undefined : takeId(id)
  const inner = html`${text}${
    own !== undefined &&
    html`<a class="heading-link" href="#${own}" aria-label="${words.blocks.linkTo(
      plainText(block.nodes ?? []),
    )}">${renderIcon('link')}</a>`
  }`
  const level = levelOf(block)
  const taken = takeLevel(level)
  const attribute = html`${own !== undefined && html` id="${own}"`}${
    taken !== level && html` aria-level="${taken}"`
  }`
  switch (level) {
    case 2:
      return html`<h2${attribute}>${inner}</h2>`
    case 3:
      return html`<h3${attribute}>${inner}</h3>`
    default:
      return html`<h4${attribute}>${inner}</h4>`
  }
}

/** The level that the author wrote, of the three that pages have. */
export function levelOf({ type, data }: DocumentBlock): Level {
  if (data?.level !== undefined) return 4
  return type === 'heading-3' ? 3 : 2
}

/** Levels as screen readers expect them, whatever headings look like: none below the title is skipped. */
export function levelTaker(): (level: Level) => Level {
  let last = 1
  return (level) => {
    const taken = Math.min(level, last + 1) as Level
    last = taken
    return taken
  }
}
