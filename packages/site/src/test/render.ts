import { parseDocument } from '@stemma/content'
import { renderDocument } from '../blocks/index.ts'
import type { Lookups } from '../blocks/rendering.ts'
import { english } from '../words/en.ts'

/** Draws Markdown as the page of a site does. What isn't handed in can't be found. */
export function renderMarkdown(markdown: string, lookups: Partial<Lookups> = {}): string {
  return renderDocument(parseDocument(markdown).tree.nodes, {
    locate: () => undefined,
    highlight: () => undefined,
    reusable: () => undefined,
    openapi: () => undefined,
    opensOutsideLinks: false,
    words: english,
    ...lookups,
  }).text
}
