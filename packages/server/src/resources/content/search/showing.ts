import type { SearchPage } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { excerptOf, highlightsIn } from '../../../search/excerpt.ts'
import type { QueryWord } from '../../../search/query.ts'
import * as contents from '../content/index.ts'
import { keyOf, type Ranked, type ScoredPart, shownScore } from './rules.ts'
import * as search from './store.ts'
import { type Views, viewsFor } from './views.ts'

export interface Shown {
  readonly organizationId: string
  readonly words: readonly QueryWord[]
  /** The position of each page among all matching pages. */
  readonly ranks: ReadonlyMap<RankedPage, number>
  readonly views?: Views
}

type RankedPage = Ranked<ScoredPart>

/** Pages as the API shows them, each with its best sections. Pages deleted in the meantime are left out. */
export async function showPages(
  context: Context,
  { organizationId, words, ranks, views = viewsFor(context) }: Shown,
  pages: readonly RankedPage[],
): Promise<ReadonlyMap<RankedPage, SearchPage>> {
  const { db, addresses } = context
  const wanted = pages.flatMap(({ inside }) => inside.slice(0, partsMax))
  const [found, placeOf] = await Promise.all([
    search.show(db, organizationId, wanted),
    placesOf(context, views, wanted),
  ])
  const parts = new Map(found.map((part) => [keyOf(part), part]))
  const shown = new Map<RankedPage, SearchPage>()
  for (const page of pages) {
    const there = page.inside.slice(0, partsMax).flatMap((part) => {
      const shownPart = parts.get(keyOf(part))
      return shownPart ? [{ ...shownPart, score: part.score }] : []
    })
    const [first] = there
    if (first === undefined) continue
    const { spaceId, pageId, pageTitle, path } = first
    const app = addresses.pageApp(organizationId, spaceId, path)
    shown.set(page, {
      id: pageId,
      title: pageTitle,
      ...placeOf(first),
      path,
      score: shownScore(page.score),
      rank: ranks.get(page) ?? 1,
      sections: sectionsOf(there, words, app),
      highlights: { title: highlightsIn(pageTitle, words) },
      urls: { app },
    })
  }
  return shown
}

/** The descriptions of pages and the titles above them, read together for each space. */
async function placesOf(context: Context, views: Views, parts: readonly search.PartKey[]) {
  const spaces = Map.groupBy(parts, ({ spaceId }) => spaceId)
  const read = [...spaces].map(async ([spaceId, some]) => {
    const ids = [...new Set(some.map(({ pageId }) => pageId))]
    const view = await views(spaceId)
    return [spaceId, view && (await contents.placedPages(view, ids))] as const
  })
  const bySpace = new Map(await Promise.all(read))
  return ({ spaceId, pageId }: search.PartKey) => {
    const { record, ancestors = [] } = bySpace.get(spaceId)?.get(pageId) ?? {}
    return {
      description: (record && contents.seenDescription(record, context)) ?? '',
      ancestors: ancestors
        .map(({ record: above }) => ({ title: contents.seenTitle(above, context) }))
        .reverse(),
    }
  }
}

const partsMax = 6
const sectionsMax = 3

/** Sections that contain a match themselves, or only the first section if none does. */
function sectionsOf(parts: readonly ScoredShown[], words: readonly QueryWord[], app: string) {
  const each = [...new Map(parts.toReversed().map((part) => [part.sectionId, part])).values()].reverse()
  const own: Section[] = []
  // One after another: an excerpt is expensive, and most pages have more sections than are shown.
  for (const part of each) {
    const section = toSection(part, words, app)
    if (isOwn(section)) own.push(section)
    if (own.length === sectionsMax) break
  }
  return own.length > 0 ? own : each.slice(0, 1).map((part) => toSection(part, words, app))
}

type Section = ReturnType<typeof toSection>

function isOwn({ highlights: { title, body }, path }: Section): boolean {
  return body.length > 0 || (title.length > 0 && path.includes('#'))
}

interface ScoredShown extends search.ShownPart {
  readonly score: number
}

function toSection(part: ScoredShown, words: readonly QueryWord[], app: string) {
  const { sectionId, anchor, title, path, body } = part
  const excerpt = excerptOf(body, words)
  const fragment = anchor === null ? '' : `#${anchor}`
  return {
    id: sectionId,
    title,
    path: `${path}${fragment}`,
    score: shownScore(part.score),
    body: excerpt.text,
    highlights: { title: highlightsIn(title, words), body: [...excerpt.highlights] },
    urls: { app: `${app}${fragment}` },
  }
}
