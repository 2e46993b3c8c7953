import { toQuery } from '../../app/operations.ts'
import { queryClient } from '../../app/queries.ts'
import { asUser } from '../../app/session.ts'
import { openDraft } from '../../screens/space/writing.ts'
import { startTextService } from '../text/text-service.ts'
import { Behind, deliver, type Failed, isLocked, judge, type PageKey, textAt } from './delivery.ts'
import { type Entry, journal, type Write } from './journal.ts'
import { holdToSend, lockNameOf } from './page-lock.ts'

/** A page whose last words are in this browser only, and why. */
export interface UnsentPage {
  readonly entry: Entry
  readonly why: Failed
}

/** Sends what closed editors have left in the journal, and returns what the server did not take. */
export async function sendUnsent(entries: readonly Entry[]): Promise<readonly UnsentPage[]> {
  const left: UnsentPage[] = []
  const pages = new Map(entries.map((entry) => [lockNameOf(keyOf(entry)), entry]))
  for (const [name, entry] of pages) {
    const release = await holdToSend(name)
    // A window has the page open, and sends it.
    if (release === undefined) continue
    try {
      left.push(...(await trySending(await entriesOf(keyOf(entry), entry.userId))))
    } finally {
      release()
    }
  }
  return left
}

/** What closed editors of one person left of a page, in the order in which it was typed. */
export async function entriesOf(page: PageKey, userId: string): Promise<readonly Entry[]> {
  const name = lockNameOf(page)
  const isOfPage = (entry: Entry) => entry.userId === userId && lockNameOf(keyOf(entry)) === name
  return (await journal.all()).filter(isOfPage).toSorted((a, b) => (a.at < b.at ? -1 : 1))
}

async function trySending(entries: readonly Entry[]): Promise<readonly UnsentPage[]> {
  const left: UnsentPage[] = []
  for (const entry of entries) {
    try {
      await sendEntry(entry)
    } catch (failure) {
      left.push({ entry, why: judge(failure) })
    }
  }
  return left
}

/** Sends an entry under its own key, after the write that was on its way before it. */
export async function sendEntry(entry: Entry) {
  const before = await sendBefore(entry)
  const write = before === undefined ? entry : await onto(before, entry)
  await sendTo(before?.page ?? keyOf(entry), write, entry)
  await journal.settle(entry)
}

/** A write that the server has, and where. */
interface Sent {
  readonly page: PageKey
  readonly write: Write
  readonly revision: string
}

/** Sends the write before an entry again: the server takes it once. */
async function sendBefore(entry: Entry): Promise<Sent | undefined> {
  const { before } = entry
  return before && sendTo(keyOf(entry), before, entry)
}

/** Writes a page where it was typed; if the space is locked by now, into a draft. */
async function sendTo(page: PageKey, write: Write, { before, key, userId }: Entry): Promise<Sent> {
  try {
    return { page, write, ...(await deliver(page, write, userId)) }
  } catch (failure) {
    if (!isLocked(failure)) throw failure
    const draftKey = `${(before ?? { key }).key}-draft`
    const draft = await toWritable(page, { key: draftKey, userId, isLocked: true })
    return { page: draft, write, ...(await deliver(draft, write, userId)) }
  }
}

/** A text that was typed after a write, as a change of the revision that has it and what others wrote. */
async function onto({ page, write: before, revision }: Sent, entry: Entry): Promise<Write> {
  const ours = entry.changes.markdown
  if (ours === undefined) return { ...entry, basedOn: revision }
  const base = before.changes.markdown ?? (await textAt(page, before.basedOn)).markdown
  const { markdown: theirs } = await textAt(page, revision)
  if (base === theirs) return { ...entry, basedOn: revision }
  const service = startTextService()
  try {
    const merged = await service.ask({ kind: 'merge', versions: { base, ours, theirs }, choices: [] })
    if (merged.conflicts.length > 0) throw new Behind(revision)
    return { ...entry, basedOn: revision, changes: { ...entry.changes, markdown: merged.markdown } }
  } finally {
    service.close()
  }
}

function keyOf({ spaceId, changeRequestId, pageId }: Entry): PageKey {
  const version =
    changeRequestId === undefined
      ? { kind: 'current' as const }
      : { kind: 'change' as const, id: changeRequestId }
  return { spaceId, version, pageId }
}

export interface Opening {
  /** Repeating it with the same key opens no second draft. */
  readonly key: string
  /** The author, whose draft it is. */
  readonly userId: string
  /** The server has just refused to write the space. */
  readonly isLocked: boolean
}

/** The page where it can be written: a locked space needs a draft. */
export async function toWritable(page: PageKey, { key, userId, isLocked }: Opening): Promise<PageKey> {
  const { spaceId, version } = page
  if (version.kind !== 'current') return page
  const query = toQuery('getSpaceById', { params: { spaceId } })
  if (isLocked) await queryClient.invalidateQueries(query)
  const space = await queryClient.ensureQueryData(query)
  const options = { idempotencyKey: key, headers: asUser(userId) }
  const draft = await openDraft(isLocked ? { ...space, editMode: 'locked' } : space, version, options)
  return draft === version ? page : { ...page, version: draft }
}
