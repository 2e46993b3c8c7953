import type { ContentReference } from '@stemma/contract'
import { api } from '../app/client.ts'
import { setEnded } from '../app/session.ts'
import type { Version } from '../screens/space/place.ts'
import { type PageKey, textAt } from './saving/delivery.ts'
import { type Entry, journal } from './saving/journal.ts'
import { type Base, PageWriter, placeOf, type SaveState } from './saving/page-writer.ts'
import { untilRetry } from './saving/retry.ts'
import { sendEntry, toWritable } from './saving/unsent.ts'
import { startTextService } from './text/text-service.ts'
import type { Files } from './visual/nodes/files.ts'
import { openVisual, type Visual } from './visual/visual.ts'

export interface EditingOptions {
  readonly about: Pick<Entry, 'userId' | 'organizationId' | 'path' | 'title'>
  readonly page: PageKey
  readonly parent: HTMLElement
  readonly titleOf: (ref: ContentReference) => string | undefined
  readonly onState: (state: SaveState) => void
  /** The space is locked: what was typed goes into this draft. */
  readonly onDraft: (version: Version) => void
}

/** A page that is open for writing. */
export interface Editing {
  readonly visual: Visual
  readonly writer: PageWriter
  readonly close: () => Promise<void>
}

/** Opens a page for writing, with what this browser has of it that was never sent. */
export async function openEditing(options: EditingOptions): Promise<Editing> {
  const { about, page, parent, onState } = options
  const service = startTextService()
  try {
    const { base, text, unsent } = await startOf(page, about.userId)
    const { document } = await service.ask({ kind: 'open', text: base.markdown })
    const files = filesOf(options)
    const visual = openVisual({
      parent,
      document,
      service,
      files,
      onChange: () => writer.touch(),
    })
    const writer: PageWriter = new PageWriter({
      about,
      page,
      base,
      screen: {
        read: visual.read,
        show: visual.show,
        merge: (versions, choices) => service.ask({ kind: 'merge', versions, choices }),
      },
      toWritable: (from, key) => toDraft(from, key, options),
      onState: (state) => {
        if (state.kind === 'saved') setEnded(undefined)
        onState(state)
      },
      untilRetry,
    })
    if (text !== base.markdown) await visual.show(text)
    if (unsent !== undefined) restore(writer, unsent)
    const close = async () => {
      visual.freeze()
      await writer.close()
      visual.destroy()
      service.close()
    }
    return { visual, writer, close }
  } catch (failure) {
    service.close()
    throw failure
  }
}

interface Start {
  readonly base: Base
  readonly text: string
  readonly unsent?: Entry
}

/** What the server has, after it got what it didn't have yet. If it refuses that, the editor shows it. */
async function startOf(page: PageKey, userId: string): Promise<Start> {
  const entry = await journal.get(placeOf(page)).catch(() => undefined)
  if (entry?.userId === userId) {
    try {
      await sendEntry(entry)
    } catch {
      const base = { revision: entry.basedOn, ...(await textAt(page, entry.basedOn)) }
      return { base, text: entry.changes.markdown ?? base.markdown, unsent: entry }
    }
  }
  const revision = await revisionOf(page)
  const base = { revision, ...(await textAt(page, revision)) }
  return { base, text: base.markdown }
}

function restore(writer: PageWriter, { changes: { markdown, ...fields } }: Entry) {
  if (markdown !== undefined) writer.touch()
  if (Object.keys(fields).length > 0) writer.touch(fields)
}

async function revisionOf({ spaceId, version }: PageKey): Promise<string> {
  const { revision } =
    version.kind === 'change'
      ? await api.getChangeRequestById({ params: { spaceId, changeRequestId: version.id } })
      : await api.getSpaceById({ params: { spaceId } })
  return revision
}

async function toDraft(from: PageKey, key: string, { onDraft }: EditingOptions): Promise<PageKey> {
  const page = await toWritable(from, key)
  if (page !== from) onDraft(page.version)
  return page
}

/** Files are read once each, from the version that is open. */
function filesOf({ page: { spaceId, version }, titleOf }: EditingOptions): Files {
  const urls = new Map<string, Promise<string | undefined>>()
  const read = async (fileId: string) => {
    if (version.kind !== 'change') return (await api.getFileById({ params: { spaceId, fileId } })).downloadURL
    const params = { spaceId, changeRequestId: version.id, fileId }
    return (await api.getFileInChangeRequestById({ params })).downloadURL
  }
  return {
    titleOf,
    async urlOf(ref) {
      if (ref.kind === 'url') return ref.url
      if (ref.kind !== 'file') return undefined
      const known = urls.get(ref.file) ?? read(ref.file).catch(() => undefined)
      urls.set(ref.file, known)
      return known
    },
  }
}
