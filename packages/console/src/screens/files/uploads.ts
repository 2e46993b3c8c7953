import { ConnectionFailure } from '@stemma/client'
import type { ContentChange, Space } from '@stemma/contract'
import { announce } from '../../app/announcements.tsx'
import { adviceFor } from '../../app/failures.tsx'
import { noticeEnd } from '../../app/session.ts'
import { sharedValue } from '../../app/shared-value.ts'
import { nameMax, uploadFile } from '../../app/upload-file.ts'
import type { Version } from '../space/place.ts'
import { openDraft, writeContent } from '../space/writing.ts'

/** A file on its way into a space. */
export interface Upload {
  readonly id: string
  readonly spaceId: string
  readonly file: File
  readonly state: UploadState
  readonly cancel: () => void
}

type UploadState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending'; readonly part: number }
  /** It has arrived, and is added to the content together with the others. */
  | { readonly kind: 'sent'; readonly key: string }
  | { readonly kind: 'failed'; readonly words: string; readonly retry: () => void }

interface Target {
  readonly organizationId: string
  readonly space: Space
  readonly version: Version
  /** A locked space has got a draft, which has the files. */
  readonly onDraft: (draft: Version) => void
}

/** They go on while another screen is open, and are still there when somebody comes back. */
const uploads = sharedValue<readonly Upload[]>([])
let queue: Promise<unknown> = Promise.resolve()
/** The draft that the first of the shown files opened: the others go there, too. */
let draft: { readonly spaceId: string; readonly version: Version } | undefined

export function useUploads(spaceId: string): readonly Upload[] {
  return uploads.useValue().filter((upload) => upload.spaceId === spaceId)
}

/** Sends files one after another, and adds those that arrive as one revision. */
export function uploadFiles(files: readonly File[], target: Target) {
  const added = files.map((file): Upload => {
    const id = crypto.randomUUID()
    const stopping = new AbortController()
    controls.set(id, stopping)
    const cancel = () => {
      stopping.abort()
      drop([id])
    }
    return { id, spaceId: target.space.id, file, state: { kind: 'waiting' }, cancel }
  })
  uploads.set([...uploads.get(), ...added])
  const ids = added.map(({ id }) => id)
  enqueue(() => sendAll(ids, target))
}

const controls = new Map<string, AbortController>()

function enqueue(run: () => Promise<void>) {
  window.addEventListener('beforeunload', askBeforeLeaving)
  queue = queue.then(run).then(() => {
    if (uploads.get().every(({ state }) => state.kind === 'failed'))
      window.removeEventListener('beforeunload', askBeforeLeaving)
  })
}

function askBeforeLeaving(event: Event) {
  event.preventDefault()
}

async function sendAll(ids: readonly string[], target: Target) {
  for (const id of ids) await send(id, target)
  const sent = uploadsOf(ids).filter(({ state }) => state.kind === 'sent')
  for (let start = 0; start < sent.length; start += filesMax) {
    const group = sent.slice(start, start + filesMax)
    await insert(group, target, crypto.randomUUID())
  }
}

/** As many as one change can insert. */
const filesMax = 20

async function send(id: string, target: Target) {
  const [upload] = uploadsOf([id])
  const signal = controls.get(id)?.signal
  if (upload === undefined || signal === undefined) return
  const show = (state: UploadState) => change([id], state)
  show({ kind: 'sending', part: 0 })
  try {
    const key = await uploadFile(target.organizationId, upload.file, {
      kind: 'content_file',
      call: { signal },
      signal,
      onProgress: (part) => show({ kind: 'sending', part }),
    })
    show({ kind: 'sent', key })
  } catch (failure) {
    if (signal.aborted) return
    fail([upload], failure, () => enqueue(() => sendAll([id], target)))
  }
}

/** With the same idempotency key, a repeated request stores nothing twice. */
async function insert(group: readonly Upload[], target: Target, idempotencyKey: string) {
  const { space } = target
  const left = group.filter(({ id }) => uploadsOf([id]).length > 0)
  const [first] = left
  if (first === undefined) return
  const ids = left.map(({ id }) => id)
  const key = left.length === group.length ? idempotencyKey : crypto.randomUUID()
  try {
    const version = await writableVersion(target)
    await writeContent(space.id, version, [insertion(left)], { idempotencyKey: key })
    announce(left.length === 1 ? `${first.file.name} was uploaded` : `${left.length} files were uploaded`)
    if (version !== target.version) target.onDraft(version)
    drop(ids)
  } catch (failure) {
    // Without an answer, it may have taken effect: only the same request is safe to repeat.
    const next = failure instanceof ConnectionFailure ? key : crypto.randomUUID()
    fail(left, failure, () => {
      change(ids, { kind: 'waiting' })
      enqueue(() => insert(left, target, next))
    })
  }
}

async function writableVersion({ space, version }: Target): Promise<Version> {
  if (version.kind !== 'current') return version
  if (draft?.spaceId === space.id) return draft.version
  const opened = await openDraft(space, version)
  if (opened !== version) draft = { spaceId: space.id, version: opened }
  return opened
}

function insertion(group: readonly Upload[]): ContentChange {
  const files = group.flatMap(({ file: { name, type }, state }) =>
    state.kind === 'sent'
      ? [{ name: name.slice(0, nameMax), upload: state.key, ...(type && { contentType: type }) }]
      : [],
  )
  return { operation: 'insert_files', files }
}

function fail(failed: readonly Upload[], failure: unknown, retry: () => void) {
  noticeEnd(failure)
  const words = adviceFor(failure)
  change(
    failed.map(({ id }) => id),
    { kind: 'failed', words, retry },
  )
  announce(`${failed.map(({ file }) => file.name).join(', ')} not uploaded. ${words}`)
}

function uploadsOf(ids: readonly string[]): readonly Upload[] {
  return uploads.get().filter(({ id }) => ids.includes(id))
}

function change(ids: readonly string[], state: UploadState) {
  uploads.set(uploads.get().map((upload) => (ids.includes(upload.id) ? { ...upload, state } : upload)))
}

function drop(ids: readonly string[]) {
  uploads.set(uploads.get().filter(({ id }) => !ids.includes(id)))
  for (const id of ids) controls.delete(id)
  if (uploads.get().length === 0) draft = undefined
}
