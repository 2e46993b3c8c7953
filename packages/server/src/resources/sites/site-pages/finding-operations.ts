import type { ReferenceEntry, SearchResultView } from '@stemma/site'
import type { Context, PublicContext } from '../../../common/context.ts'
import { seenTitle } from '../../content/content/index.ts'
import { specOf } from '../../integrations/openapi-specs/index.ts'
import { contextOf, type Entrance } from './entering.ts'
import type { ApiPage, SiteMemory } from './memory.ts'
import { navigate } from './navigating.ts'
import type { Opened } from './opening.ts'
import { hrefOf } from './placing.ts'
import { openPublished } from './published.ts'
import { openReference } from './references.ts'

interface Site {
  readonly moment: PublicContext
  readonly entrance: Entrance
  readonly opened: Opened
  readonly memory: SiteMemory
}

/**
 * The operations of APIs whose title, method and path contain all words of a query. They are no pages of the
 * space, so the index doesn't have them; they are seen by those who see the page of their API.
 */
export async function findOperations(site: Site, query: string): Promise<readonly SearchResultView[]> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, wordsMax)
  if (words.length === 0) return []
  const { moment, entrance, opened, memory } = site
  const found: SearchResultView[] = []
  for (const siteSpace of opened.structure.siteSpaces.slice(0, spacesMax)) {
    const context = contextOf(moment, entrance, siteSpace.spaceId)
    const section = opened.structure.sections.find(({ id }) => id === siteSpace.sectionId)
    const title = section?.title ?? opened.spaces.get(siteSpace.spaceId)?.title ?? ''
    for (const { record, path } of await apiPagesOf(context, site, siteSpace)) {
      const api = await openReference(context, memory.references, specOf(record) ?? '')
      const entries = [...(api?.reference.entries.values() ?? [])].filter((entry) => hasAll(entry, words))
      for (const entry of entries.slice(0, entriesMax)) {
        found.push({
          title: entry.title,
          href: hrefOf(opened, siteSpace, `${path}/${entry.slug}`),
          place: [title, seenTitle(record, context)],
          excerpt: [`${entry.method.toUpperCase()} ${entry.name}`],
        })
      }
    }
  }
  return found
}

/** Kept by everything that they depend on: a large space has none in most cases, and is not read again. */
async function apiPagesOf(
  context: Context,
  { opened, memory }: Site,
  { id, spaceId }: { readonly id: string; readonly spaceId: string },
): Promise<readonly ApiPage[]> {
  const name = `${opened.version} ${id} ${opened.spaces.get(spaceId)?.revisionId}`
  const known = memory.apis.get(name)
  if (known !== undefined) return known
  const view = await openPublished(context, opened.spaces, spaceId)
  const first = { pathname: '', page: undefined }
  const { order } = await navigate(context, view, first, { memory: memory.trees, name })
  const apis = order.filter((page) => specOf(page.record)).slice(0, apisMax)
  const pages = apis.map(({ record, path }) => ({ record, path }))
  memory.apis.set(name, pages, bytesPerPage * pages.length)
  return pages
}

const bytesPerPage = 1000

function hasAll({ title, method, name, slug }: ReferenceEntry, words: readonly string[]): boolean {
  const text = `${title} ${method} ${name} ${slug}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

const wordsMax = 10
const spacesMax = 10
const apisMax = 5
const entriesMax = 8
