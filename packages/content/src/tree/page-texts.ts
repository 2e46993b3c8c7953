import { attributesOf, withAttributes, withLook } from '../changes/attributes.ts'
import type { PageText } from '../changes/page-text.ts'
import type { DocumentRecord } from '../pages/page-record.ts'
import { chosenSlug } from '../pages/slug.ts'

/** A page with a new text, and with what the text says about it. */
export function withText(page: DocumentRecord, text: PageText): DocumentRecord {
  const { slug, ...attributes } = attributesOf({}, text)
  const chosen = slug === undefined ? undefined : chosenSlug(slug)
  const written = { ...page, document: text.hash, ...(chosen && { slug: chosen }) }
  return withLook(withAttributes(written, attributes), text.attributes)
}
