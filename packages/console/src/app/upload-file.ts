import type { CallOptions } from '@stemma/client'
import { api } from './client.ts'
import { sendWatched, type Watched } from './send-watched.ts'

interface UploadOptions extends Partial<Watched> {
  readonly kind: 'import_file' | 'content_file'
  readonly call?: CallOptions
}

/** Takes a file to a signed URL, which is the permission: nobody's session is sent there. Returns its key. */
export async function uploadFile(
  organizationId: string,
  file: File,
  { kind, call, ...watched }: UploadOptions,
): Promise<string> {
  const { name, type, size } = file
  const { url, key } = await api.generateStorageUploadURL(
    {
      params: { organizationId },
      body: { file: { name: name.slice(0, nameMax), type: type || 'application/octet-stream', size }, kind },
    },
    call,
  )
  const put = sendWatched(url, { method: 'PUT', body: file }, watched).catch((failure: unknown) => {
    if (watched.signal?.aborted) throw failure
    throw new UploadFailure(`“${name}” could not be uploaded. Check your network, then try again.`)
  })
  const { ok, status } = await put
  if (!ok) throw new UploadFailure(`“${name}” could not be uploaded: status ${status}. Try again.`)
  return key
}

export const nameMax = 256

/** An upload that failed, in words for the person who chose the file. */
export class UploadFailure extends Error {
  override readonly name = 'UploadFailure'
}
