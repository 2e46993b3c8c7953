import type { SearchPage } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { excerptOf, highlightsIn } from '../../../search/excerpt.ts'
import type { QueryWord } from '../../../search/query.ts'
import { keyOf, type Ranked, type ScoredPart } from './rules.ts'
import * as search from './store.ts'

export interface Shown {
  readonly organizationId: string
  readonly words: readonly QueryWord[]
}

type RankedPage = Ranked<ScoredPart>

/** Pages as the API shows them, each with its best sections. Pages deleted in the meantime are left out. */
export async function showPages(
  { db, addresses }: Context,
  { organizationId, words }: Shown,
  pages: readonly RankedPage[],
): Promise<ReadonlyMap<RankedPage, SearchPage>> {
  const wanted = pages.flatMap(({ inside }) => inside.slice(0, partsMax))
  const parts = new Map((await search.show(db, organizationId, wanted)).map((part) => [keyOf(part), part]))
  const shown = new Map<RankedPage, SearchPage>()
  for (const page of pages) {
    const there = page.inside.slice(0, partsMax).flatMap((part) => parts.get(keyOf(part)) ?? [])
    const [first] = there
    if (first === undefined) continue
    const { spaceId, pageId, pageTitle, path } = first
    const app = addresses.pageApp(organizationId, spaceId, path)
    shown.set(page, {
      id: pageId,
      title: pageTitle,
      path,
      sections: sectionsOf(there, words, app),
      highlights: { title: highlightsIn(pageTitle, words) },
      urls: { app },
    })
  }
  return shown
}

const partsMax = 6
const sectionsMax = 3

/** Sections that contain a match themselves, or only the first section if none does. */
function sectionsOf(parts: readonly search.ShownPart[], words: readonly QueryWord[], app: string) {
  const each = [...new Map(parts.toReversed().map((part) => [part.sectionId, part])).values()].reverse()
  const sections = each.map((part) => toSection(part, words, app))
  const own = sections.filter(
    ({ highlights: { title, body }, path }) => body.length > 0 || (title.length > 0 && path.includes('#')),
  )
  return (own.length > 0 ? own : sections.slice(0, 1)).slice(0, sectionsMax)
}

function toSection(part: search.ShownPart, words: readonly QueryWord[], app: string) {
  const { sectionId, anchor, title, path, body } = part
  const excerpt = excerptOf(body, words)
  const fragment = anchor === null ? '' : `#${anchor}`
  return {
    id: sectionId,
    title,
    path: `${path}${fragment}`,
    body: excerpt.text,
    highlights: { title: highlightsIn(title, words), body: [...excerpt.highlights] },
    urls: { app: `${app}${fragment}` },
  }
}
