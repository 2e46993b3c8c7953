import type { File as StoredFile } from '@stemma/contract'
import { api } from '../app/client.ts'
import { setEnded } from '../app/session.ts'
import { safeHref } from '../kit/document/references.ts'
import { nameOfTarget } from './names.ts'
import { headOf, type PageKey, textAt } from './saving/delivery.ts'
import type { Entry, PageChanges } from './saving/journal.ts'
import { type Base, PageWriter } from './saving/page-writer.ts'
import { untilRetry } from './saving/retry.ts'
import type { SaveState } from './saving/save-state.ts'
import { entriesOf, type Opening, sendEntry, toWritable } from './saving/unsent.ts'
import type { Source } from './source/source.ts'
import { startTextService } from './text/text-service.ts'
import { sendFile } from './uploads/send-file.ts'
import type { Files } from './visual/nodes/files.ts'
import { openVisual, type Visual } from './visual/visual.ts'

export interface EditingOptions {
  readonly about: Pick<Entry, 'userId' | 'organizationId' | 'path' | 'title'>
  readonly page: PageKey
  readonly parent: HTMLElement
  readonly onState: (state: SaveState) => void
  /** The space is locked: what was typed goes into this draft. */
  readonly onDraft: (page: PageKey) => void
  readonly onSaved: (page: PageKey, changes: PageChanges) => Promise<void>
}

/** A page that is open for writing. */
export interface Editing {
  readonly visual: Visual
  readonly writer: PageWriter
  /** Opens the text as it is written, beside the visual view. It stays until the page is closed. */
  readonly openSource: (parent: HTMLElement) => Promise<Source>
  readonly close: () => Promise<void>
}

/** Opens a page for writing, with what this browser has of it that was never sent. */
export async function openEditing(options: EditingOptions): Promise<Editing> {
  const { about, page, parent, onState } = options
  const service = startTextService()
  try {
    const { base, text, left } = await startOf(page, about.userId)
    const { document } = await service.ask({ kind: 'open', text: base.markdown })
    let [source, current]: [Source | undefined, PageKey] = [undefined, page]
    const files = filesOf(() => current)
    const visual = openVisual({
      parent,
      document,
      service,
      files,
      send: (file, sending) => {
        const { userId, organizationId } = about
        return writer.send(sending.key, (to) => sendFile(file, to, { ...sending, userId, organizationId }))
      },
      onStored: files.know,
      onChange: () => writer.touch(),
    })
    const writer: PageWriter = new PageWriter({
      about,
      page,
      base,
      screen: {
        read: () => (source ?? visual).read(),
        show: (text) => (source ?? visual).show(text, 'others'),
        merge: (versions, choices) => service.ask({ kind: 'merge', versions, choices }),
      },
      left,
      toWritable: async (from, opening) => {
        current = await toDraft(from, opening, options)
        return current
      },
      onState: (state) => {
        if (state.kind === 'saved') setEnded(undefined)
        onState(state)
      },
      onSaved: (changes) => options.onSaved(current, changes),
      untilRetry,
    })
    if (text !== base.markdown) await showAtFirst(visual, text)
    if (left !== undefined) restore(writer, left)
    const openSource = async (parent: HTMLElement) => {
      const { openSource: open } = await import('./source/source.ts')
      source = await open({ parent, visual, service, onChange: () => writer.touch() })
      return source
    }
    const stopWatching = keepOnLeaving(writer, visual)
    const close = async () => {
      visual.freeze()
      source?.freeze()
      await writer.close()
      stopWatching()
      source?.destroy()
      visual.destroy()
      service.close()
    }
    return { visual, writer, openSource, close }
  } catch (failure) {
    service.close()
    throw failure
  }
}

/** What is typed must not come before the words that were never sent. */
async function showAtFirst(visual: Visual, text: string) {
  visual.freeze()
  await visual.show(text, 'others')
  visual.thaw()
}

/** Keeps the last words when the window is hidden, and asks before it closes if they or files are nowhere. */
function keepOnLeaving(writer: PageWriter, { uploads }: Visual): () => void {
  const watched = new AbortController()
  const { signal } = watched
  document.addEventListener('visibilitychange', () => writer.keep(), { signal })
  window.addEventListener('pagehide', () => writer.keep(), { signal })
  const ask = (event: Event) => {
    if (writer.isUnkept || uploads.isBusy()) event.preventDefault()
  }
  window.addEventListener('beforeunload', ask, { signal })
  return () => watched.abort()
}

interface Start {
  readonly base: Base
  readonly text: string
  readonly left?: Entry
}

/** What the server has, after it got what it didn't have yet. If it refuses that, the editor shows it. */
async function startOf(page: PageKey, userId: string): Promise<Start> {
  for (const entry of await entriesOf(page, userId).catch(() => [])) {
    try {
      await sendEntry(entry)
    } catch {
      return startFrom(page, entry)
    }
  }
  const revision = await headOf(page)
  const base = { revision, ...(await textAt(page, revision)) }
  return { base, text: base.markdown }
}

/** What a closed window left of the page, on the text that it was typed into. */
async function startFrom(page: PageKey, left: Entry): Promise<Start> {
  const { before, basedOn, changes } = left
  const base = { revision: basedOn, ...(await textAt(page, basedOn)) }
  return { base, text: changes.markdown ?? before?.changes.markdown ?? base.markdown, left }
}

function restore(writer: PageWriter, { changes: { markdown, ...fields } }: Entry) {
  if (markdown !== undefined) writer.touch()
  if (Object.keys(fields).length > 0) writer.touch(fields)
}

/** Where the words go: another window must not write there, too. */
async function toDraft(from: PageKey, opening: Opening, { onDraft }: EditingOptions) {
  const page = await toWritable(from, opening)
  if (page !== from) onDraft(page)
  return page
}

interface KnownFiles extends Files {
  /** A file that was sent from here: its picture need not be read. */
  readonly know: (fileId: string, preview: string | undefined) => void
}

/** Files are read once each, from the version in which the page is now. */
function filesOf(current: () => PageKey): KnownFiles {
  const previews = new Map<string, string>()
  const known = new Map<string, Promise<StoredFile | undefined>>()
  const read = (fileId: string): Promise<StoredFile> => {
    const { spaceId, version } = current()
    if (version.kind !== 'change') return api.getFileById({ params: { spaceId, fileId } })
    return api.getFileInChangeRequestById({ params: { spaceId, changeRequestId: version.id, fileId } })
  }
  const fileOf = (fileId: string) => {
    const file = known.get(fileId) ?? read(fileId).catch(() => undefined)
    known.set(fileId, file)
    return file
  }
  return {
    async nameOf(ref) {
      if (ref.kind === 'file') return (await fileOf(ref.file))?.name
      return nameOfTarget(ref, current()).catch(() => undefined)
    },
    async urlOf(ref) {
      if (ref.kind === 'url') return safeHref(ref.url)
      if (ref.kind !== 'file') return undefined
      return previews.get(ref.file) ?? safeHref((await fileOf(ref.file))?.downloadURL)
    },
    know(fileId, preview) {
      if (preview !== undefined) previews.set(fileId, preview)
    },
  }
}
