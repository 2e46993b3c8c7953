import { type Audience, contextIdOf } from '../../../auth/audience.ts'
import type { SiteKey } from '../../../auth/site-standing.ts'
import type { Context } from '../../../common/context.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { edition } from '../../../typesetting/edition.ts'
import type { RevisionRow } from '../content/index.ts'
import { ask, askingAt } from './asking.ts'
import { keyOf } from './rules.ts'
import * as pdfs from './store.ts'

/** A PDF of pages of a site, as one visitor sees them. */
export interface VisitorPDF {
  readonly site: SiteKey
  /** The name of the site. */
  readonly title: string
  readonly language: string | null
  readonly revision: RevisionRow
  readonly audience: Audience
  /** Of the site: it has changed if an API of one of its pages has. */
  readonly version: string
  /** The ID of a page; empty for all pages. */
  readonly page: string
  /** Whether the pages below it are left out. */
  readonly only: boolean
}

type VisitorPDFState =
  | { readonly state: 'absent' }
  | { readonly state: 'waiting'; readonly before: number }
  | { readonly state: 'failed' }
  | { readonly state: 'ready'; readonly blobId: string; readonly hash: string; readonly size: number }

/**
 * Nobody gets what was made for others: a visitor asks for pages, and what is found follows from what they
 * see at this moment.
 */
export async function findVisitorPDF(
  db: Context['db'],
  wanted: VisitorPDF,
  now: Date,
): Promise<VisitorPDFState> {
  const row = await pdfs.find(db, { spaceId: wanted.revision.spaceId, key: keyFor(wanted) })
  if (row?.state === 'ready' && row.blobId && row.hash) {
    return { state: 'ready', blobId: row.blobId, hash: row.hash, size: Number(row.size) }
  }
  if (row === undefined || row.askedAt < askingAt(now).again) return { state: 'absent' }
  if (row.state === 'failed') return { state: 'failed' }
  const { spaceId } = wanted.revision
  return { state: 'waiting', before: await pdfs.countBefore(db, { spaceId, askedAt: row.askedAt }) }
}

/** Asks for a PDF, unless the space or the installation already makes as many as it may. */
export async function askForVisitor(
  db: Context['db'],
  wanted: VisitorPDF,
  now: Date,
): Promise<'asked' | 'busy'> {
  const { site, title, revision, audience, page, only } = wanted
  const { siteId, organizationId } = site
  const { spaceId } = revision
  const { claims } = audience.visitor
  const payload = {
    spaceId,
    key: keyFor(wanted).toString('base64url'),
    revisionId: revision.id,
    page: page || null,
    only,
    site: { organizationId, siteId, title, audienceId: contextIdOf(audience) },
  }
  return inTransaction(db, { repeatable: true }, async (transaction) => {
    await pdfs.lockVisitors(transaction)
    if ((await findVisitorPDF(transaction, wanted, now)).state !== 'absent') return 'asked'
    const since = new Date(now.getTime() - keptMs).toISOString()
    const made = await pdfs.countVisitors(transaction, { spaceId, since })
    if (isTooMuch(made)) return 'busy'
    const asker = { siteId, claims }
    await ask(transaction, organizationId, ['make_site_pdf', payload], askingAt(now), asker)
    return 'asked'
  })
}

/** How long a PDF of a visitor is kept: they download it at once. */
export const keptMs = 60 * 60_000

/** Of a space in an hour, of a space at a time, and of the installation at a time. */
const limits = { kept: 300, waiting: 10, waitingOfAll: 100 } as const

function isTooMuch(made: Awaited<ReturnType<typeof pdfs.countVisitors>>): boolean {
  const { kept, waiting, waitingOfAll } = made
  return kept >= limits.kept || waiting >= limits.waiting || waitingOfAll >= limits.waitingOfAll
}

function keyFor({ site, title, language, revision, audience, version, page, only }: VisitorPDF): Buffer {
  const { root, createdAt: date } = revision
  const whose = `${site.siteId} ${version} ${contextIdOf(audience)}`
  return keyOf({ root, title, language, date, page, only, edition, audience: whose })
}
