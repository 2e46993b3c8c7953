import type { ContentReference, File, JSONDocument } from '@stemma/contract'
import { createContext, useContext } from 'react'

/** Where the references of a document lead, which depends on the version of the space that is shown. */
export interface References {
  /** The address of a page, a space or anything else that can be opened. */
  readonly hrefOf: (ref: ContentReference) => string | undefined
  /** The words of a reference without words of its own. */
  readonly titleOf: (ref: ContentReference) => string | undefined
  /** Reads a file once it is needed. */
  readonly useFile: (fileId: string | undefined) => File | undefined
  /** The name of a person, once it is read. */
  readonly useName: (userId: string | undefined) => string | undefined
  /** A reusable content. Texts of other spaces are not shown. */
  readonly useReused: (ref: ContentReference | undefined) => Reused
}

export interface Reused {
  readonly title: string
  /** As readers see it, once it is read. */
  readonly text?: JSONDocument | undefined
}

const nowhere: References = {
  hrefOf: (ref) => (ref.kind === 'url' ? ref.url : undefined),
  titleOf: () => undefined,
  useFile: () => undefined,
  useName: () => undefined,
  useReused: () => ({ title: 'Reusable content' }),
}

export const ReferencesContext = createContext<References>(nowhere)

export function useReferences(): References {
  return useContext(ReferencesContext)
}

/** Only addresses that a browser opens without running anything. */
export function safeHref(href: string | undefined): string | undefined {
  if (href === undefined) return undefined
  const protocol = URL.parse(href, 'https://relative.invalid')?.protocol ?? ''
  return ['https:', 'http:', 'mailto:', 'tel:'].includes(protocol) ? href : undefined
}
