import type { DocumentBlock } from '@stemma/content'
import { headingsOf, renderDocument } from './blocks/index.ts'
import type { Lookups } from './blocks/rendering.ts'
import type { TextView } from './view.ts'
import { wordsFor } from './words/index.ts'

/** Draws the text of a page apart from its frame, so that it can be kept. */
export function drawText(blocks: readonly DocumentBlock[], lookups: Lookups, language: string): TextView {
  return {
    html: renderDocument(blocks, { ...lookups, words: wordsFor(language) }),
    headings: headingsOf(blocks),
    isEmpty: blocks.length === 0,
  }
}
