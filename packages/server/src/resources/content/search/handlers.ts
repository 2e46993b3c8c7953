import type { SearchPage, searchOperations } from '@stemma/contract'
import { clausesFor } from '../../../auth/audience.ts'
import { viewerIn } from '../../../auth/levels.ts'
import type { SiteKey } from '../../../auth/site-standing.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { nextAfter, readAfter, wrongPage } from '../../../db/paginate.ts'
import type { Handlers } from '../../../http/route.ts'
import * as structures from '../../sites/site-structure/index.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import * as contents from '../content/index.ts'
import { find, type Scope } from './finding.ts'
import { pageAfter, pageRanks, rankPages, rankSpaces, shownScore, siteSpacesOf } from './rules.ts'
import { showPages } from './showing.ts'
import * as search from './store.ts'
import { spacesTitled } from './titles.ts'
import { type Views, viewsFor } from './views.ts'

export const searchHandlers: Handlers<typeof searchOperations> = {
  async searchOrganizationContent({ params: { organizationId }, query }, context) {
    const { db, caller } = context
    requireWords(query.query, '/query/query')
    const readable = await spaces.listReadable(db, viewerIn(organizationId, caller))
    const scope = { organizationId, spaces: readable, byTitle: true }
    return findInSpaces(context, scope, query.query, query)
  },

  async searchSpaceContent({ params: { spaceId }, query }, context) {
    const { db, home } = context
    requireWords(query.query, '/query/query')
    const { language } = found(await spaces.find(db, spaceId), 'space')
    const scope = { organizationId: home, spaces: [{ id: spaceId, language }] }
    const { words, parts } = await find(db, scope, query.query)
    const all = rankPages(parts)
    const { items, ...rest } = paged(all, query)
    const shown = await showPages(context, { organizationId: home, words, ranks: pageRanks(all) }, items)
    return { items: items.flatMap((page): SearchPage[] => [shown.get(page) ?? []].flat()), ...rest }
  },

  /** Members find what they can read of the site; visitors find what the site shows them. */
  async searchSiteContent({ params, query, body }, context) {
    requireWords(body.query, '/body/query')
    return searchSite(context, params, body, query)
  },
}

/** Searches the site spaces that the caller asks for and sees. The query must contain words. */
export async function searchSite(
  context: Context,
  key: SiteKey,
  wanted: Parameters<typeof siteSpacesOf>[1] & { readonly query: string },
  page: Paging,
) {
  const { organizationId } = key
  const { seen, spaces: shown } = await structures.open(context, key)
  const asked = new Set(siteSpacesOf(seen.siteSpaces, wanted).map(({ spaceId }) => spaceId))
  const searched = [...shown.values()].filter(({ id }) => asked.has(id))
  const views = viewsFor(context)
  const scope = {
    organizationId,
    views,
    spaces: searched.map(({ id, title, language = null }) => ({ id, title, language })),
    ...(!context.standing.site && (await seenBy(context, views, { organizationId, searched }))),
  }
  return findInSpaces(context, scope, wanted.query, page)
}

/** What a visitor sees of these spaces, by the conditions of pages and of texts. */
async function seenBy(context: Context, views: Views, { organizationId, searched }: Searched) {
  const spaceIds = searched.map(({ id }) => id)
  return { keep: keeper(context, views), guards: await metGuards(context, { organizationId, spaceIds }) }
}

interface Searched {
  readonly organizationId: string
  readonly searched: readonly { readonly id: string }[]
}

/** The text conditions that a visitor meets, with the empty one. Those beyond `guardsMax` are not met. */
async function metGuards(
  context: Context,
  scope: Parameters<typeof search.listGuards>[1],
): Promise<string[]> {
  const isMet = clausesFor(found(context.audience, 'site'))
  const met = ['']
  const guards = await search.listGuards(context.db, scope, guardsMax)
  for (const [spaceId, some] of Map.groupBy(guards, (one) => one.spaceId)) {
    const space = { vars: await contents.spaceVariables(context, { spaceId }) }
    for (const { guard, conditions } of some) {
      const { clauses, page } = JSON.parse(conditions)
      if (isMet(clauses, { space, page: { vars: page } })) met.push(guard)
    }
  }
  return met
}

const guardsMax = 1_000

/** Keeps only sections of pages that no condition hides from the caller. */
function keeper(context: Context, views: Views): NonNullable<Scope['keep']> {
  return async (parts) => {
    const kept = []
    for (const [spaceId, some] of Map.groupBy(parts, (part) => part.spaceId)) {
      const ids = [...new Set(some.map(({ pageId }) => pageId))]
      const view = await views(spaceId)
      if (view === undefined) continue
      const seen = await contents.seenAmong(context, view, ids)
      kept.push(...some.filter(({ pageId }) => seen.has(pageId)))
    }
    return kept
  }
}

interface TitledScope extends Scope {
  readonly spaces: readonly (Scope['spaces'][number] & { readonly title: string })[]
  /** Whether spaces are also found by their own titles. */
  readonly byTitle?: boolean
  readonly views?: Views
}

/** The spaces with matches, each with its best pages. */
async function findInSpaces(context: Context, scope: TitledScope, text: string, page: Paging) {
  const { organizationId, views } = scope
  const { words, parts } = await find(context.db, scope, text)
  const titled = scope.byTitle ? spacesTitled(scope.spaces, words) : []
  const all = rankSpaces(parts, titled)
  const { items, ...rest } = paged(all, page)
  const pagesEach = Math.max(1, Math.min(pagesInSpaceMax, Math.floor(pagesMax / items.length)))
  const pages = items.flatMap(({ inside }) => inside.slice(0, pagesEach))
  const ranks = pageRanks(all.flatMap(({ inside }) => inside))
  const shown = await showPages(context, { organizationId, words, ranks, ...(views && { views }) }, pages)
  const titles = new Map(scope.spaces.map(({ id, title }) => [id, title]))
  return {
    items: items.map(({ id, score, inside }) => ({
      type: 'space' as const,
      id,
      title: titles.get(id) ?? '',
      score: shownScore(score),
      pages: inside.slice(0, pagesEach).flatMap((page) => shown.get(page) ?? []),
    })),
    ...rest,
  }
}

const pagesInSpaceMax = 10
const pagesMax = 500

function requireWords(query: string, pointer: string) {
  if (query.trim() !== '' && !query.includes('\0')) return
  throw new ApiError('invalid_request', 'The search query contains no words. Enter at least one word.', {
    details: [{ pointer, message: 'must contain words and no U+0000' }],
  })
}

/** Results are ranked again for each page of the list. The cursor holds the score and ID of the last item. */
function paged<T extends { readonly id: string; readonly score: number }>(
  all: readonly T[],
  { page, limit }: Paging,
) {
  const { items, isMore } = pageAfter(all, readCursor(page), limit)
  const last = items.at(-1)
  return { items, count: all.length, ...(isMore && last && nextAfter(`${last.score} ${last.id}`)) }
}

interface Paging {
  readonly page?: string
  readonly limit: number
}

function readCursor(page: string | undefined) {
  const cursor = readAfter(page)
  if (cursor === undefined) return undefined
  const [, score, id = ''] = /^(-?[\d.]+(?:e-\d+)?) ([\w-]{1,64})$/.exec(cursor) ?? []
  if (score === undefined || Number.isNaN(Number(score))) throw wrongPage()
  return { score: Number(score), id }
}
