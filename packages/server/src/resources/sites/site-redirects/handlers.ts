import type { siteRedirectOperations } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import type { Event } from '../../../events/events.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import * as structures from '../site-structure/index.ts'
import type { SiteKey } from '../sites/index.ts'
import * as sites from '../sites/index.ts'
import { applied, type Change } from './bulk.ts'
import { checked } from './checked-changes.ts'
import { chainsFor, requireFollowable } from './checking.ts'
import { readLines, requireNoErrors } from './csv.ts'
import { checkerFor } from './destinations.ts'
import { resolveRedirect } from './resolving.ts'
import { normalized, requireRoom, toSiteRedirect } from './rules.ts'
import type { RedirectRow } from './store.ts'
import * as redirects from './store.ts'

export const siteRedirectHandlers: Handlers<typeof siteRedirectOperations> = {
  async listSiteRedirects({ params, query }, { db }) {
    const { search, draft = false, orderBy = 'createdAt', ...page } = query
    found(await sites.find(db, params), 'site')
    return mapItems(await redirects.list(db, params, { search, draft, orderBy, ...page }), toSiteRedirect)
  },

  async createSiteRedirect({ params, body }, context) {
    const { db, now } = context
    const opened = found(await structures.take(context, params), 'site')
    requireRoom(await redirects.count(db, params))
    const { captureWildcard = false, permanent = false, draft = false } = body
    const destination = await checkerFor(context, opened)(body.destination)
    const settings = { captureWildcard, permanent, draft, destination }
    const row = { id: newId(), source: normalized(body.source), ...settings, createdAt: now, updatedAt: now }
    await requireFree(context, params, row)
    await requireFollowable(context, params, opened, row)
    await redirects.save(db, params, [row])
    await emit(context, createdEvent(params, row))
    return toSiteRedirect(row)
  },

  async bulkUpsertSiteRedirects({ params, body }, context) {
    const opened = found(await structures.take(context, params), 'site')
    const done = await changeMany(context, params, opened, await checked(context, opened, body.redirects))
    await keep(context, params, done)
    return { results: done.results }
  },

  async importSiteRedirects({ params, body: { csv } }, context) {
    const opened = found(await structures.take(context, params), 'site')
    const lines = readLines(csv, opened)
    const changes = await checked(context, opened, lines)
    const done = await changeMany(context, params, opened, changes)
    requireNoErrors(lines, done.results)
    await keep(context, params, done)
    const numberOf = (status: string) => done.results.filter((one) => one.status === status).length
    return { created: numberOf('created'), updated: numberOf('updated') }
  },

  async getSiteRedirectById({ params }, { db }) {
    return toSiteRedirect(found(await redirects.find(db, params, params.siteRedirectId), 'redirect'))
  },

  async updateSiteRedirectById({ params, body }, context) {
    const { db, now } = context
    const opened = found(await structures.take(context, params), 'site')
    const before = found(await redirects.find(db, params, params.siteRedirectId), 'redirect')
    const { source = before.source, destination, ...settings } = body
    const changes = {
      ...settings,
      source: normalized(source),
      ...(destination && { destination: await checkerFor(context, opened)(destination) }),
    }
    const after = { ...before, ...changes, updatedAt: now }
    await requireFree(context, params, after)
    await requireFollowable(context, params, opened, after)
    await redirects.save(db, params, [after])
    await emit(context, updatedEvent(params, before, after))
    return toSiteRedirect(after)
  },

  async deleteSiteRedirectById({ params }, context) {
    const { db } = context
    await sites.lock(db, params)
    const row = await redirects.find(db, params, params.siteRedirectId)
    if (row === undefined) return absent
    await redirects.remove(db, params, [row.id])
    await emit(context, deletedEvent(params, row))
    return undefined
  },

  async getSiteRedirectBySource({ params, query: { source, shareKey } }, context) {
    const { row, target } = await resolveRedirect(context, params, { source, shareKey })
    return { redirect: toSiteRedirect(row), target }
  },
}

async function requireFree({ db }: Context, key: SiteKey, { id, source, draft }: RedirectRow) {
  const rows = await redirects.findBySource(db, key, [source])
  if (rows.every((row) => row.id === id || row.draft !== draft)) return
  throw new ApiError(
    'conflict',
    `There is already a ${draft ? 'draft' : 'redirect'} with this source. Change or delete it instead.`,
  )
}

type Done = ReturnType<typeof applied>

async function changeMany(
  context: Context,
  key: SiteKey,
  opened: structures.OpenSite,
  changes: readonly Change[],
): Promise<Done> {
  const { db, now } = context
  const sources = changes.map(({ source }) => source)
  const rows = await redirects.findBySource(db, key, sources)
  const count = await redirects.count(db, key)
  const published = rows.filter(({ draft }) => draft)
  const added = changes.flatMap(({ source, captureWildcard = false, destination }) =>
    destination === null || typeof destination === 'string' ? [] : [{ source, captureWildcard, destination }],
  )
  const chains = await chainsFor(context, key, opened, [...added, ...published])
  return applied({ rows, count, chains }, changes, now)
}

async function keep(context: Context, key: SiteKey, { removed, changed, added }: Done) {
  const { db } = context
  await redirects.remove(
    db,
    key,
    removed.map(({ id }) => id),
  )
  await redirects.save(db, key, [...changed.map(({ after }) => after), ...added])
  await emit(
    context,
    ...removed.map((row) => deletedEvent(key, row)),
    ...changed.map(({ before, after }) => updatedEvent(key, before, after)),
    ...added.map((row) => createdEvent(key, row)),
  )
}

function createdEvent({ siteId }: SiteKey, { id, source }: RedirectRow): Event {
  return { type: 'site.redirect_created', siteId, redirectId: id, source }
}

function deletedEvent({ siteId }: SiteKey, { id, source }: RedirectRow): Event {
  return { type: 'site.redirect_deleted', siteId, redirectId: id, source }
}

function updatedEvent({ siteId }: SiteKey, before: RedirectRow, after: RedirectRow): Event {
  const told = { before: settingsOf(before), after: settingsOf(after) }
  return { type: 'site.redirect_updated', siteId, redirectId: after.id, ...told }
}

function settingsOf({ source, draft, captureWildcard, permanent, destination }: RedirectRow) {
  return { source, draft, captureWildcard, permanent, destination }
}
