import type { DocumentBlock } from '@stemma/content'
import { type Html, html } from '../html.ts'
import { referenceIn } from './data.ts'
import type { Rendering } from './rendering.ts'

/** Content that pages share, in place. Nothing is drawn if the visitor can't see it. */
export function renderReusableContent({ data }: DocumentBlock, rendering: Rendering): Html {
  const reference = referenceIn(data)
  const blocks = reference && rendering.reusable(reference)
  return (blocks && rendering.renderReusable(blocks)) ?? html``
}
