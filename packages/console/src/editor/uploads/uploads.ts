import { ConnectionFailure } from '@stemma/client'
import type { File as StoredFile } from '@stemma/contract'
import { fileBlock, insertBlock, placeNear } from '@stemma/editing'
import { closeHistory } from 'prosemirror-history'
import type { EditorView } from 'prosemirror-view'
import { announce } from '../../app/announcements.tsx'
import { chooseFiles, isPicture } from '../../app/choose-files.ts'
import { adviceFor } from '../../app/failures.tsx'
import { noticeEnd } from '../../app/session.ts'
import type { SendOptions } from './send-file.ts'
import { type UploadCard, uploadCard } from './upload-card.ts'
import { placeOfUpload, showUploads, takingPlace } from './uploads-plugin.ts'

/** Takes a file to the server. */
export type SendFile = (file: File, options: SendOptions) => Promise<StoredFile>

/** Files on their way into the text. Nothing of them is in the text before the server has stored them. */
export interface Uploads {
  /** Sends files one after another. They will stand where this position is then. */
  readonly start: (files: readonly File[], position: number) => void
  /** Lets the person choose files for where the cursor is. */
  readonly pick: (accept: string) => void
  /** Whether files would be lost if the window closed now. */
  readonly isBusy: () => boolean
  /** Resolves when every file has arrived, or can't. */
  readonly settled: () => Promise<unknown>
  readonly stop: () => void
}

interface UploadsOptions {
  readonly view: EditorView
  readonly send: SendFile
  /** The address of a picture that this browser has, for as long as the page is open. */
  readonly onStored: (fileId: string, preview: string | undefined) => void
}

export function openUploads({ view, send, onStored }: UploadsOptions): Uploads {
  const running = new Map<string, AbortController>()
  const previews: string[] = []
  let queue: Promise<unknown> = Promise.resolve()

  const remove = (id: string) => {
    running.get(id)?.abort()
    if (!view.isDestroyed && placeOfUpload(view, id) !== undefined) {
      view.dispatch(takingPlace(view.state.tr, id))
      view.focus()
    }
  }
  const enqueue = (upload: Upload, key: string) => {
    const { id, file, card } = upload
    const stopping = new AbortController()
    running.set(id, stopping)
    card.progress(undefined)
    const run = async () => {
      stopping.signal.throwIfAborted()
      card.progress(0)
      const sending = { key, signal: stopping.signal, onProgress: card.progress }
      const { id: fileId } = await send(file, sending)
      stopping.signal.throwIfAborted()
      onStored(fileId, upload.preview)
      insert(view, { ...upload, fileId })
      announce(`${file.name} was uploaded`)
    }
    queue = queue.then(run).catch((failure) => {
      if (stopping.signal.aborted) return
      noticeEnd(failure)
      // The server remembers what it answered to a key. Without an answer, the same key stores nothing twice.
      const next = failure instanceof ConnectionFailure ? key : crypto.randomUUID()
      fail(upload, adviceFor(failure), () => enqueue(upload, next))
    })
    queue = queue.then(() => running.delete(id))
  }
  const add = (file: File): Upload => {
    const id = crypto.randomUUID()
    const preview = isPicture(file.type) ? URL.createObjectURL(file) : undefined
    if (preview !== undefined) previews.push(preview)
    const { name, size } = file
    const card = uploadCard({ name, size, preview, onRemove: () => remove(id) })
    return { id, file, preview, card }
  }
  return {
    start(files, position) {
      const uploads = files.map(add)
      const at = placeNear(view.state.doc, position)
      showUploads(
        view,
        uploads.map(({ id, card }) => ({ id, at, card: card.dom })),
      )
      for (const upload of uploads) enqueue(upload, upload.id)
    },
    pick(accept) {
      chooseFiles(accept, (files) => {
        if (!view.isDestroyed) this.start(files, view.state.selection.from)
      })
    },
    isBusy: () => running.size > 0,
    settled: () => queue,
    stop() {
      for (const stopping of running.values()) stopping.abort()
      for (const preview of previews) URL.revokeObjectURL(preview)
    },
  }
}

interface Upload {
  readonly id: string
  readonly file: File
  readonly preview: string | undefined
  readonly card: UploadCard
}

function fail({ file, card }: Upload, words: string, retry?: () => void) {
  card.fail(words, retry)
  announce(`${file.name} was not uploaded. ${words}`)
}

/** The block takes the place of its card, as one step that can be undone. */
function insert(view: EditorView, { id, fileId, file }: Upload & { readonly fileId: string }) {
  const at = placeOfUpload(view, id)
  if (view.isDestroyed || at === undefined) return
  const block = fileBlock(fileId, { isPicture: isPicture(file.type) })
  insertBlock(at, block)(view.state, (transaction) => {
    view.dispatch(closeHistory(takingPlace(transaction, id)))
  })
}

/** The files of a paste. Cells and texts that are copied bring a picture of themselves: they stay text. */
export function filesIn(data: DataTransfer | null): readonly File[] {
  const files = [...(data?.files ?? [])]
  const isText = data?.getData('text/plain') !== '' && data?.getData('text/html') !== ''
  return isText ? [] : files
}

/** Where files are dropped: in the upper half of a block they go before it, otherwise after it. */
export function droppedAt(view: EditorView, { clientX, clientY }: DragEvent): number {
  const { doc } = view.state
  const { pos } = view.posAtCoords({ left: clientX, top: clientY }) ?? { pos: doc.content.size }
  const $at = doc.resolve(pos)
  const block = $at.depth > 0 && $at.parent.isTextblock ? view.nodeDOM($at.before()) : null
  if (!(block instanceof HTMLElement)) return pos
  const { top, height } = block.getBoundingClientRect()
  return clientY < top + height / 2 ? $at.start() : $at.end()
}
