import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import { type SizedCache, sizedCache } from '../../../common/sized-cache.ts'
import { seenPageById } from '../../content/content/index.ts'
import type { Insight } from '../site-insights/index.ts'
import type { Entrance } from './entering.ts'
import { pageAt } from './navigating.ts'
import type { Opened } from './opening.ts'
import { hrefOf } from './placing.ts'
import { type Found, openShown } from './reading.ts'

/** A request that may be counted. */
interface Counted {
  readonly core: { readonly insight: Insight; readonly pageIds: SizedCache<string> }
  readonly request: FastifyRequest
  readonly entrance: Entrance
  readonly opened: Opened
}

/** The IDs of pages by the version of what was drawn of them. */
export function openPageIds(): SizedCache<string> {
  return sizedCache(pageIdsBytes)
}

const pageIdsBytes = 4 * 1024 * 1024
const pageIdBytes = 150

/** Previews are not what the site shows, and browsers load some pages that nobody looks at. */
function isCounted({ request, opened }: Counted): boolean {
  const purpose = String(request.headers['sec-purpose'] ?? request.headers.purpose ?? '')
  const isShown = opened.preview === undefined && opened.tried === undefined
  return isShown && request.method === 'GET' && !purpose.includes('prefetch')
}

/** Counts a page that was just drawn, and remembers its ID for the next time. */
export function countDrawn(counted: Counted, version: string, found: Extract<Found, { kind: 'page' }>) {
  counted.core.pageIds.set(version, found.view.id, pageIdBytes)
  countPage(counted, found.view.id)
}

/** Counts a page that is sent without drawing it. Its ID is looked up if this process has not drawn it. */
export async function countKnown(
  counted: Counted,
  readerOf: () => Context,
  asked: { version: string; pathname: string },
) {
  if (!isCounted(counted)) return
  const { core, opened } = counted
  const { version, pathname } = asked
  const known = core.pageIds.get(version)
  if (known !== undefined) return countPage(counted, known)
  if (pathname === '') return
  const context = readerOf()
  const page = await pageAt(context, await openShown(context, opened), pathname)
  if (page === undefined) return
  core.pageIds.set(version, page.id, pageIdBytes)
  countPage(counted, page.id)
}

function countPage(counted: Counted, pageId: string) {
  const { core, entrance, opened } = counted
  if (!isCounted(counted)) return
  const page = { spaceId: opened.chosen.siteSpace.spaceId, pageId }
  core.insight.count({ ...entrance.key, type: 'page_view', page })
}

/** Counts a path that leads nowhere: a link to it is broken. */
export function countMissing(counted: Counted) {
  const { core, entrance } = counted
  if (!isCounted(counted)) return
  core.insight.count({ ...entrance.key, type: 'page_view', detail: `/${entrance.rest.join('/')}` })
}

/** Counts a search once the visitor has stopped typing, and also whether it found nothing. */
export function countSearch(counted: Counted, query: string, resultCount: number) {
  const { core, entrance } = counted
  const detail = query.trim().replaceAll(/\s+/g, ' ').toLowerCase().slice(0, queryMax)
  const isTyping = entrance.url.searchParams.has('fragment') && !entrance.url.searchParams.has('settled')
  if (detail === '' || isTyping || !isCounted(counted)) return
  core.insight.count({ ...entrance.key, type: 'search_type_query', detail })
  if (resultCount === 0) core.insight.count({ ...entrance.key, type: 'search_no_results', detail })
}

const queryMax = 100

const ratings = new Map([
  ['yes', 'good'],
  ['partly', 'ok'],
  ['no', 'bad'],
] as const)

/** Takes the answer to whether a page helped, and leads back to the page. */
export async function takeFeedback(
  counted: Counted,
  context: Context,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { core, request, entrance, opened } = counted
  if (request.headers['sec-fetch-site'] === 'cross-site') throw new ApiError('forbidden', fromElsewhere)
  if (!opened.settings.feedback.enabled) throw new ApiError('not_found', 'This site asks for no feedback.')
  core.insight.requireFew(request.ip)
  const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
  const rating = ratings.get((form.get('answer') ?? '') as 'yes')
  const { siteSpace } = opened.chosen
  const view = await openShown(context, opened)
  const { id: pageId } = await seenPageById(context, view, form.get('page') ?? '')
  if (rating === undefined) throw new ApiError('invalid_request', 'Answer with yes, partly or no.')
  const page = { spaceId: siteSpace.spaceId, pageId }
  const comment = (form.get('comment') ?? '').trim()
  const said = { ...entrance.key, page, rating }
  core.insight.count({ ...said, type: 'page_post_feedback' })
  if (comment !== '') core.insight.count({ ...said, type: 'page_post_feedback_comment', detail: comment })
  const from = URL.parse(request.headers.referer ?? '')
  const back = from?.host === entrance.url.host ? from.pathname : hrefOf(opened, siteSpace, '')
  return reply.header('cache-control', 'no-store').redirect(`${back}#feedback-thanks`, 303)
}

const fromElsewhere = 'Feedback is sent from the page itself.'
