import type { PageRecord } from '@stemma/content'
import { type Reference, referenceEntryMarkdown, referenceListMarkdown, referenceOf } from '@stemma/site'
import type { Database } from '../../../db/database.ts'
import type { ManuscriptPage } from '../../../typesetting/manuscript.ts'
import { latestVersion, specOf } from '../../integrations/openapi-specs/index.ts'

interface Home {
  readonly organizationId: string
  readonly language: string | null
}

/** The API that a page names, as text: a list of its operations, and a page for each. */
export interface ReferenceText {
  readonly list: string
  readonly pageOf: (slug: string) => Operation | undefined
  readonly pages: () => readonly Operation[]
}

export type Operation = Required<Pick<ManuscriptPage, 'title' | 'markdown'>> & { readonly slug: string }

/** `undefined` if the page names no API, or one that is not drawn on sites either. */
export async function referenceOn(
  db: Database,
  record: PageRecord,
  { organizationId, language }: Home,
): Promise<ReferenceText | undefined> {
  const specSlug = specOf(record)
  const version =
    specSlug === undefined ? undefined : await latestVersion({ db }, { organizationId, specSlug })
  const read = await version?.read()
  return read && toText(referenceOf(read.document), language ?? 'en')
}

function toText(reference: Reference, language: string): ReferenceText {
  const { entries } = reference
  const pageOf = (slug: string) => {
    const entry = entries.get(slug)
    if (entry === undefined) return undefined
    return { slug, title: entry.title, markdown: referenceEntryMarkdown(reference, entry, language) }
  }
  return {
    list: referenceListMarkdown(reference, language),
    pageOf,
    pages: () => [...entries.keys()].flatMap((slug) => pageOf(slug) ?? []),
  }
}
