import { findPages, type PageRecord } from '@stemma/content'
import type { Context } from '../../../common/context.ts'
import { type SizedCache, sizedCache } from '../../../common/sized-cache.ts'
import type { ObjectCache } from '../../../content/object-cache.ts'
import { contentOf, type View } from './view.ts'

/** What decides whether a visitor sees a page. */
export interface PageGuard {
  readonly parent: string
  readonly condition: string | undefined
  readonly variables: Readonly<Record<string, string>>
}

export function guardOf(page: PageRecord): PageGuard {
  const { parent, condition, variables = noVariables } = page as Guarded
  return { parent, condition, variables: page.type === 'document' ? variables : noVariables }
}

type Guarded = Pick<PageGuard, 'parent'> & Partial<PageGuard>
const noVariables = {}

/**
 * The guards of these pages and of those above them. A process keeps them by the hash of all pages, so they
 * are never stale, and a search that matches most pages of a space parses none of them again.
 */
export async function guardsOf(
  { objects }: Pick<Context, 'objects'>,
  view: View,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PageGuard>> {
  const content = await contentOf(view)
  const kept = keptBeside(objects)
  const guards = kept.get(content.pages) ?? new Map<string, PageGuard>()
  const added = new Map<string, PageGuard>()
  const isMissing = (id: string) => id !== '' && !guards.has(id) && !added.has(id)
  for (let wanted = ids.filter(isMissing); wanted.length > 0; ) {
    const found = await findPages(view.store, content, wanted)
    for (const [id, page] of found) added.set(id, guardOf(page))
    wanted = [...new Set([...found.values()].map(({ parent }) => parent))].filter(isMissing)
  }
  // Other requests read the same map: a page must not be in it before those above it.
  for (const [id, guard] of added) guards.set(id, guard)
  if (added.size > 0) kept.set(content.pages, guards, sizeOf(guards))
  return guards
}

/** Kept for as long as the objects of the same process. */
const keptByObjects = new WeakMap<ObjectCache, SizedCache<Map<string, PageGuard>>>()

function keptBeside(objects: ObjectCache) {
  const kept = keptByObjects.get(objects) ?? sizedCache<Map<string, PageGuard>>(bytesMax, bytesMax)
  keptByObjects.set(objects, kept)
  return kept
}

/** Enough for some 20,000 pages. */
const bytesMax = 4 * 1024 * 1024

function sizeOf(guards: ReadonlyMap<string, PageGuard>): number {
  let bytes = 0
  for (const { condition = '', variables } of guards.values()) {
    const own = variables === noVariables ? 0 : 2 * JSON.stringify(variables).length
    bytes += bytesPerPage + 2 * condition.length + own
  }
  return bytes
}

const bytesPerPage = 200
