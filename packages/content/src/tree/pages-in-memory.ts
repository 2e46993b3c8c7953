import type { LinkedPages } from '../links/resolve.ts'
import { pathKey } from '../pages/keys.ts'
import { isAddressed } from '../pages/page-record.ts'
import { firstDocumentOf, type PageTree } from '../pages/read-pages.ts'
import { turns } from '../turns.ts'

/** The pages of a tree that was read whole, for resolving the links of many texts. */
export async function pagesInMemory(tree: readonly PageTree[]): Promise<LinkedPages> {
  const [parents, paths, withChildren] = [
    new Map<string, string>(),
    new Map<string, string>(),
    new Set<string>(),
  ]
  const turn = turns()
  const waiting = [...tree]
  for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
    await turn()
    const { id, record, pages } = page
    parents.set(id, record.parent)
    if (isAddressed(record)) paths.set(pathKey(record.parent, record.slug), id)
    if (pages.length > 0) withChildren.add(id)
    for (const child of pages) waiting.push(child)
  }
  const first = firstDocumentOf(tree)?.id
  return {
    parentOf: async (id) => parents.get(id),
    below: async (key) => paths.get(key),
    isParent: async (id) => withChildren.has(id),
    first: async () => first,
  }
}
