import type { DocumentRecord, PageRecord } from '@stemma/content'

/** The API description whose operations are pages below this one. */
export function specOf(record: PageRecord): string | undefined {
  const { computed } = record as DocumentRecord
  if (record.type !== 'document' || computed?.type !== 'builtin:openapi') return undefined
  const { ref } = (computed.dependencies?.spec ?? {}) as { readonly ref?: { readonly spec?: unknown } }
  return typeof ref?.spec === 'string' ? ref.spec : undefined
}
