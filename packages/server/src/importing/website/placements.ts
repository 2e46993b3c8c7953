import type { NavigationLink } from '../html-navigation.ts'
import type { SourcePage } from '../source-page.ts'
import { addressOf } from './scope.ts'

/** The parent of each page in the website's navigation, or null at the top. The first placement counts. */
export type Placements = Map<string, string | null>

/** Adds a navigation; pages that already have a place keep it. */
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

/** A crawled page; pages are listed in the order they were found. */
export interface FoundPage {
  readonly address: string
  readonly title: string | undefined
  readonly text: () => Promise<string>
}

/**
 * Builds the tree of a website from its navigation. A page that isn't in the navigation becomes a child of
 * the page whose address is the longest prefix of its own.
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

/** The closest ancestor in the navigation that was crawled. */
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
    // The start page is the first page of the website, not the parent of all others.
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
