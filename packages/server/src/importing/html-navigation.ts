import { type Element, elementsIn, isElement, propertyOf, type Root, wordsOf } from './html-elements.ts'

/** A link in a site's navigation, with its nested links. */
export interface NavigationLink {
  readonly href: string
  readonly title: string
  readonly below: readonly NavigationLink[]
}

/**
 * Returns the navigation with the most links: pages often have others, for the whole site or for one page.
 */
export function navigationIn(tree: Root, lists: boolean): readonly NavigationLink[] {
  const candidates = elementsIn(tree).filter((one) => isNavigation(one) || (lists && one.tagName === 'ul'))
  let best: readonly NavigationLink[] = []
  let most = 0
  for (const candidate of candidates) {
    const size = elementsIn(candidate, 'a').length
    if (size <= most || size > linksMax) continue
    most = size
    best = linksIn(candidate, 0)
  }
  return best
}

function isNavigation({ tagName, properties }: Element): boolean {
  if (tagName === 'nav' || tagName === 'aside') return true
  return properties.role === 'navigation' || properties.id === 'sidebar'
}

const linksMax = 20_000
const depthMax = 50

/** Only nested lists form levels; other elements around links don't. */
function linksIn(element: Element, depth: number): readonly NavigationLink[] {
  if (depth > depthMax) return []
  return element.children.filter(isElement).flatMap((child): readonly NavigationLink[] => {
    if (child.tagName !== 'li') return child.tagName === 'a' ? linkOf(child, []) : linksIn(child, depth + 1)
    const [first, ...others] = ownLinks(child)
    const below = elementsIn(child)
      .filter(({ tagName }) => tagName === 'ul' || tagName === 'ol')
      .slice(0, 1)
      .flatMap((list) => linksIn(list, depth + 1))
    if (first === undefined) return below
    return [...linkOf(first, below), ...others.flatMap((other) => linkOf(other, []))]
  })
}

/** The links of a list item, without those in nested lists. */
function ownLinks(item: Element): readonly Element[] {
  const nested = new Set(
    elementsIn(item)
      .filter(({ tagName }) => tagName === 'ul' || tagName === 'ol')
      .flatMap((list) => elementsIn(list, 'a')),
  )
  return elementsIn(item, 'a').filter((link) => !nested.has(link))
}

function linkOf(link: Element, below: readonly NavigationLink[]): readonly NavigationLink[] {
  const href = propertyOf(link, 'href')
  return href === undefined || href.startsWith('#') ? below : [{ href, title: wordsOf(link), below }]
}
