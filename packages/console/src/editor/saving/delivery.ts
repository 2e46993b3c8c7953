import { ApiFailure, ConnectionFailure } from '@stemma/client'
import { api } from '../../app/client.ts'
import { asUser, endOf } from '../../app/session.ts'
import type { Version } from '../../screens/space/place.ts'
import type { Write } from './journal.ts'

export interface PageKey {
  readonly spaceId: string
  readonly version: Version
  readonly pageId: string
}

/** A write that has arrived. */
export interface Delivered {
  /** The revision that has it. */
  readonly revision: string
  /** Others changed the text meanwhile: the page has more than what was sent. */
  readonly isMerged: boolean
}

/**
 * Writes a page. Repeating it with the same key does nothing twice. The server takes it only while its author
 * is signed in.
 */
export async function deliver(
  { spaceId, version, pageId }: PageKey,
  write: Write,
  userId: string,
): Promise<Delivered> {
  const { markdown, ...attributes } = write.changes
  const change = {
    operation: 'update_page' as const,
    page: pageId,
    basedOn: write.basedOn,
    ...attributes,
    ...(markdown !== undefined && { document: { markdown } }),
  }
  const options = { idempotencyKey: write.key, headers: asUser(userId) }
  const body = { changes: [change] }
  if (version.kind !== 'change') {
    const { revision, changes } = await api.updateSpaceContent({ params: { spaceId }, body }, options)
    return { revision, isMerged: changes.some(isMerged) }
  }
  const params = { spaceId, changeRequestId: version.id }
  const answer = await api.updateChangeRequestContent({ params, body }, options)
  // Without changes in it, the answer says nothing about the text.
  if (!('changes' in answer)) return { revision: answer.revision, isMerged: true }
  return { revision: answer.changeRequest.revision, isMerged: answer.changes.some(isMerged) }
}

function isMerged(change: object): boolean {
  return 'merged' in change
}

/** The newest revision of what the page belongs to. */
export async function headOf({ spaceId, version }: PageKey): Promise<string> {
  const { revision } =
    version.kind === 'change'
      ? await api.getChangeRequestById({ params: { spaceId, changeRequestId: version.id } })
      : await api.getSpaceById({ params: { spaceId } })
  return revision
}

/** The text of a page as a revision has it. */
export async function textAt(
  { spaceId, pageId }: PageKey,
  revisionId: string,
): Promise<{ readonly title: string; readonly markdown: string }> {
  const params = { spaceId, revisionId, pageId }
  const page = await api.getPageInRevisionById({ params, query: { format: 'markdown' } })
  return { title: page.title, markdown: page.type === 'document' ? (page.markdown ?? '') : '' }
}

/** Somebody locked the space: it takes changes through change requests only. */
export function isLocked(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.reason === 'space_locked'
}

/** Others changed the same blocks, up to a revision. */
export class Behind extends Error {
  readonly revision: string

  constructor(revision: string) {
    super('Somebody else changed the same text.')
    this.revision = revision
  }
}

/** What can be done about a write that failed. */
export type Failed =
  /** It is sent again by itself. */
  | { readonly kind: 'later' }
  | { readonly kind: 'signed-out' }
  /** Others changed the same blocks, up to this revision. */
  | { readonly kind: 'behind'; readonly revision: string }
  | { readonly kind: 'refused'; readonly message: string }

export function judge(failure: unknown): Failed {
  if (endOf(failure) !== undefined) return { kind: 'signed-out' }
  if (failure instanceof ConnectionFailure) return { kind: 'later' }
  if (failure instanceof Behind) return { kind: 'behind', revision: failure.revision }
  if (!(failure instanceof ApiFailure)) return { kind: 'refused', message: String(failure) }
  if (failure.reason === 'merge_conflict') {
    const { revision, conflicts } = failure.details as MergeDetails
    const isGone = conflicts.some(({ kind }) => kind === 'deleted-and-edited')
    return isGone ? { kind: 'refused', message: gone } : { kind: 'behind', revision }
  }
  const isPassing = failure.status >= 500 || failure.status === 429 || passing.has(failure.reason)
  return isPassing ? { kind: 'later' } : { kind: 'refused', message: failure.message }
}

interface MergeDetails {
  readonly revision: string
  readonly conflicts: readonly { readonly kind: string }[]
}

const gone =
  'Somebody has deleted this page. Copy your text to another page; earlier revisions keep this one.'

/** The same write is still at work, or something before the server answered. */
const passing: ReadonlySet<string | undefined> = new Set(['idempotency_key_in_use', undefined])
