import type { NavigationLink } from '../html-navigation.ts'
import type { SourcePage } from '../source-page.ts'
import { addressOf } from './scope.ts'

/** Where the navigation of a website puts a page: below another, or at the top. First come, first placed. */
export type Placements = Map<string, string | null>

/** Takes in a navigation; pages that were placed before stay where they are. */
export function place(placements: Placements, navigation: readonly NavigationLink[]) {
  const walk = (links: readonly NavigationLink[], parent: string | null) => {
    for (const { href, below } of links) {
      const address = addressOf(href)
      if (!placements.has(address) && address !== parent) placements.set(address, parent)
      walk(below, address)
    }
  }
  walk(navigation, null)
}

/** A page that was brought, in the order in which it was found. */
export interface FoundPage {
  readonly address: string
  readonly title: string | undefined
  readonly text: () => Promise<string>
}

/**
 * The tree of a website: as its navigation has it, then pages that are not in it, each below the page whose
 * address its own begins with.
 */
export function siteTree(
  pages: readonly FoundPage[],
  placements: Placements,
  start: string,
): readonly SourcePage[] {
  const known = new Map(pages.map((page) => [page.address, page]))
  const below = new Map<string | null, string[]>()
  const order = [...placements.keys()].filter((address) => known.has(address))
  const rest = pages.map(({ address }) => address).filter((address) => !placements.has(address))
  const parents = new Map<string, string | null>()
  for (const address of [...order, ...rest]) {
    const parent = placements.has(address)
      ? placedBelow(address, placements, known)
      : folderOf(address, known, start)
    const isCircle = parent !== null && chainOf(parent, parents).includes(address)
    const above = isCircle ? null : parent
    parents.set(address, above)
    const siblings = below.get(above) ?? []
    siblings.push(address)
    below.set(above, siblings)
  }
  return grown(below, known, null, 0)
}

/** The nearest page above it in the navigation that was brought. */
function placedBelow(address: string, placements: Placements, known: ReadonlyMap<string, FoundPage>) {
  let parent = placements.get(address) ?? null
  for (let steps = 0; parent !== null && !known.has(parent) && steps < depthMax; steps++) {
    parent = placements.get(parent) ?? null
  }
  return parent !== null && known.has(parent) ? parent : null
}

function folderOf(address: string, known: ReadonlyMap<string, FoundPage>, start: string): string | null {
  const { origin } = new URL(address)
  for (let path = address; path.length > origin.length; ) {
    path = path.slice(0, path.lastIndexOf('/'))
    // Where a website begins is its first page, not the parent of all others.
    if (path.length <= origin.length || path === start) return null
    if (known.has(path)) return path
  }
  return null
}

function chainOf(address: string, parents: ReadonlyMap<string, string | null>): readonly string[] {
  const chain: string[] = []
  for (
    let at: string | null = address;
    at !== null && chain.length < depthMax;
    at = parents.get(at) ?? null
  ) {
    chain.push(at)
  }
  return chain
}

const depthMax = 60

function grown(
  below: ReadonlyMap<string | null, readonly string[]>,
  known: ReadonlyMap<string, FoundPage>,
  parent: string | null,
  depth: number,
): readonly SourcePage[] {
  if (depth > depthMax) return []
  return (below.get(parent) ?? []).flatMap((address) => {
    const page = known.get(address)
    if (page === undefined) return []
    return [
      { key: address, title: page.title, text: page.text, pages: grown(below, known, address, depth + 1) },
    ]
  })
}
