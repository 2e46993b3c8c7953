import { ConnectionFailure, createClient } from '@stemma/client'
import { type ContentChange, fileBytesMax, type File as StoredFile } from '@stemma/contract'
import { serverUrl } from '../../app/base.ts'
import { sendWatched, type Watched } from '../../app/send-watched.ts'
import { asUser } from '../../app/session.ts'
import { nameMax, uploadFile } from '../../app/upload-file.ts'
import type { PageKey } from '../saving/delivery.ts'

export interface SendOptions extends Watched {
  /** Repeating it with the same key stores nothing twice. */
  readonly key: string
}

interface Sender {
  readonly userId: string
  readonly organizationId: string
}

type FileInput = Extract<ContentChange, { operation: 'insert_files' }>['files'][number]

/** Takes a file to the version in which a page is written. */
export async function sendFile(
  file: File,
  { spaceId, version }: PageKey,
  { userId, organizationId, key, signal, onProgress }: SendOptions & Sender,
): Promise<StoredFile> {
  const isLarge = file.size > fileBytesMax
  const headers = asUser(userId)
  const name = file.name.slice(0, nameMax)
  const input: FileInput = isLarge
    ? { name, upload: await uploadOf(file, organizationId, { signal, onProgress, headers }) }
    : { name, contentType: file.type || 'application/octet-stream', base64: await base64Of(file) }
  const watched = { signal, ...(!isLarge && { onProgress }) }
  const api = createClient({
    endpoint: serverUrl.href,
    retries: 2,
    fetch: (url, { method = 'GET', headers, body }: RequestInit) =>
      sendWatched(url, { method, ...(headers && { headers }), body: String(body) }, watched),
  })
  const changes: ContentChange[] = [{ operation: 'insert_files', files: [input] }]
  const options = { idempotencyKey: key, signal, headers }
  const sending =
    version.kind === 'change'
      ? api.updateChangeRequestContent(
          { params: { spaceId, changeRequestId: version.id }, query: { compat: false }, body: { changes } },
          options,
        )
      : api.updateSpaceContent({ params: { spaceId }, body: { changes } }, options)
  const answer = await sending.catch((failure: unknown) => {
    // What the server has refused, it may refuse because of the upload.
    if (!(failure instanceof ConnectionFailure)) uploaded.delete(file)
    throw failure
  })
  const stored = 'insertedFiles' in answer ? answer.insertedFiles?.[0]?.file : undefined
  if (stored === undefined) throw new TypeError('The server answered in another form.')
  return stored
}

/** The keys of files that have arrived: Retry sends no bytes twice. */
const uploaded = new WeakMap<File, string>()

async function uploadOf(
  file: File,
  organizationId: string,
  { signal, onProgress, headers }: Watched & { readonly headers: Readonly<Record<string, string>> },
): Promise<string> {
  const known = uploaded.get(file)
  if (known !== undefined) return known
  const call = { signal, headers }
  const key = await uploadFile(organizationId, file, { kind: 'content_file', call, signal, onProgress })
  uploaded.set(file, key)
  return key
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => {
      const address = String(reader.result)
      resolve(address.slice(address.indexOf(',') + 1))
    }
    // Such as a folder, or a file that was deleted meanwhile.
    reader.onerror = () => reject(new Error('The browser can’t read this file.'))
    reader.readAsDataURL(file)
  })
}
