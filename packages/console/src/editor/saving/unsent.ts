import { toQuery } from '../../app/operations.ts'
import { queryClient } from '../../app/queries.ts'
import { openDraft } from '../../screens/space/writing.ts'
import { deliver, type PageKey } from './delivery.ts'
import { type Entry, journal } from './journal.ts'
import { tryToHold } from './page-lock.ts'

/** Sends what an editor that is closed by now has left in the journal. What the server refuses stays. */
export async function sendUnsent(userId: string) {
  const entries = await journal.all().catch(() => [])
  for (const entry of entries.filter((one) => one.userId === userId)) {
    const release = await tryToHold(entry.place)
    if (release === undefined) continue
    try {
      await sendEntry(entry)
    } catch {
      // It is still in the journal, and the start page lists it.
    } finally {
      release()
    }
  }
}

/** Sends an entry under its own key, after the write that was on its way before it. */
export async function sendEntry(entry: Entry): Promise<PageKey> {
  const { before } = entry
  const page = await toWritable(keyOf(entry), `${(before ?? entry).key}-draft`)
  const basedOn = before === undefined ? entry.basedOn : await deliver(page, before)
  await deliver(page, { ...entry, basedOn })
  await journal.settle(entry)
  return page
}

function keyOf({ spaceId, changeRequestId, pageId }: Entry): PageKey {
  const version =
    changeRequestId === undefined
      ? { kind: 'current' as const }
      : { kind: 'change' as const, id: changeRequestId }
  return { spaceId, version, pageId }
}

/** The page where it can be written: a locked space needs a draft. */
export async function toWritable(page: PageKey, key: string): Promise<PageKey> {
  const { spaceId, version } = page
  if (version.kind !== 'current') return page
  const space = await queryClient.ensureQueryData(toQuery('getSpaceById', { params: { spaceId } }))
  const draft = await openDraft(space, version, key)
  return draft === version ? page : { ...page, version: draft }
}
