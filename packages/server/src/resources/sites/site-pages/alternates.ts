import type { AlternateView } from '@stemma/site'
import { canonicalUrl } from '../../../publishing/choosing.ts'
import type { Framed } from './framing.ts'
import type { Reading } from './locating.ts'
import { pageAt } from './navigating.ts'
import { openPublished } from './published.ts'

/**
 * The same page in other languages: the page with the same path in a space beside this one, in another
 * language. The page itself is one of them, as search engines expect it.
 */
export async function alternatesOf(
  { context }: Pick<Reading, 'context'>,
  framed: Framed,
  pathname: string,
): Promise<readonly AlternateView[]> {
  const { structure, chosen, spaces, url, preview } = framed
  const languageOf = (spaceId: string) => spaces.get(spaceId)?.language ?? undefined
  const own = languageOf(chosen.siteSpace.spaceId)
  if (own === undefined || preview !== undefined) return []
  const toAlternate = (language: string, siteSpace: typeof chosen.siteSpace) => ({
    language,
    url: canonicalUrl(url, { section: chosen.section, siteSpace }, pathname),
  })
  const found = new Map([[own, toAlternate(own, chosen.siteSpace)]])
  const beside = structure.siteSpaces.filter(({ sectionId }) => sectionId === chosen.siteSpace.sectionId)
  for (const siteSpace of beside.slice(0, spacesMax)) {
    const language = languageOf(siteSpace.spaceId)
    if (language === undefined || found.has(language)) continue
    const view = await openPublished(context, spaces, siteSpace.spaceId)
    const isThere = pathname === '' || (await pageAt(context, view, pathname)) !== undefined
    if (isThere) found.set(language, toAlternate(language, siteSpace))
  }
  return found.size === 1 ? [] : [...found.values()]
}

/** A page with more languages than this doesn't name all of them. */
const spacesMax = 30
