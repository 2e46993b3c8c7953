import { hashOf, type InsertedFile } from '@stemma/content'
import type { ContentChange } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { kindOf } from '../../../files/file-kind.ts'
import { OutsideError } from '../../../outside/outside-error.ts'
import * as changeRequests from '../../review/change-requests/index.ts'
import { storeFile } from '../stored-files/index.ts'
import { readUpload } from '../uploads/index.ts'
import { requireLive } from './rules.ts'
import type { RevisionRow } from './store.ts'
import { openChangeRequest, openSpace } from './view.ts'

/** The inserted files, by the index of the change that inserts them. */
export type PreparedFiles = ReadonlyMap<number, readonly InsertedFile[]>

const filesMax = 20
const fetchTimeoutMs = 20_000

/** Fetches what a change of a space's content needs before its transaction opens. */
export const prepareSpaceContent = async ({ params, body }: Changing<SpaceKey>, context: Context) => {
  const { revision } = await openSpace(context, params)
  requireLive(revision)
  return prepareFiles(context, revision, body.changes)
}

/** The same for a change request. */
export const prepareChangeRequestContent = async (
  { params, body }: Changing<changeRequests.Key>,
  context: Context,
) => {
  const row = found(await changeRequests.find(context.db, params), 'change request')
  changeRequests.requireOpen(row)
  const { revision } = await openChangeRequest(context, params)
  return prepareFiles(context, revision, body.changes)
}

/** Only files are prepared. */
export function insertsFiles(body: unknown): boolean {
  const { changes } = (body ?? {}) as { readonly changes?: unknown }
  return Array.isArray(changes) && changes.some((change) => change?.operation === 'insert_files')
}

interface Changing<Params> {
  readonly params: Params
  readonly body: { readonly changes: readonly ContentChange[] }
}

interface SpaceKey {
  readonly spaceId: string
}

/**
 * Stores the files of a request before its transaction opens. Their bytes are claimed and stored under their
 * hash, and stay unreachable until a revision refers to them.
 */
async function prepareFiles(
  context: Context,
  { contentId, organizationId }: Pick<RevisionRow, 'contentId' | 'organizationId'>,
  changes: readonly ContentChange[],
): Promise<PreparedFiles> {
  const wanted = changes.flatMap((change, index) =>
    change.operation === 'insert_files' ? change.files.map((file, at) => ({ file, index, at })) : [],
  )
  if (wanted.length > filesMax)
    throw new ApiError(
      'invalid_request',
      `A request can contain at most ${filesMax} files. Send the others in another request.`,
    )
  const deadline = Date.now() + fetchTimeoutMs
  const prepared = new Map<number, InsertedFile[]>()
  for (const { file, index, at } of wanted) {
    const pointer = `/body/changes/${index}/files/${at}`
    const bytes = await bytesOf(file, { context, organizationId, deadline, pointer })
    const hash = hashOf(bytes)
    const kind = await kindOf(bytes, { name: file.name, claimed: file.contentType })
    const stored = { contentId, hash, organizationId, size: bytes.length }
    await storeFile({ ...context, ...context.files }, stored, bytes)
    const { name, ref } = file
    const inserted = { name, ...kind, size: bytes.length, hash, ...(ref !== undefined && { ref }) }
    prepared.set(index, [...(prepared.get(index) ?? []), inserted])
  }
  return prepared
}

type FileInput = Extract<ContentChange, { operation: 'insert_files' }>['files'][number]

interface Fetching {
  readonly context: Context
  readonly organizationId: string
  readonly deadline: number
  readonly pointer: string
}

async function bytesOf(file: FileInput, fetching: Fetching): Promise<Uint8Array> {
  if ('base64' in file) return decoded(file.base64, fetching.pointer)
  return 'upload' in file ? uploaded(file.upload, fetching) : fetched(file.url, fetching)
}

async function uploaded(id: string, { context, organizationId, pointer }: Fetching): Promise<Uint8Array> {
  const { db, caller, files } = context
  const at = `${pointer}/upload`
  const upload = await readUpload(
    { db, blobs: files.blobs },
    { organizationId, id, createdBy: caller.userId },
  )
  if (upload === undefined)
    throw refused('No file of yours was uploaded under this key. Upload it, then send the change.', at)
  if (upload.bytes.length <= files.bytesMax) return upload.bytes
  throw refused(`The maximum size of a file in a space is ${files.bytesMax} bytes. Make it smaller.`, at)
}

function decoded(base64: string, pointer: string): Uint8Array {
  const bytes = Buffer.from(base64, 'base64')
  if (withoutPadding(bytes.toString('base64')) !== withoutPadding(base64))
    throw refused(
      'This is not base64. Encode the bytes of the file without line breaks.',
      `${pointer}/base64`,
    )
  return bytes
}

/** Avoids a regular expression, which takes quadratic time in the number of equals signs. */
function withoutPadding(base64: string): string {
  let end = base64.length
  while (base64[end - 1] === '=') end--
  return base64.slice(0, end)
}

async function fetched(url: string, { context, deadline, pointer }: Fetching): Promise<Uint8Array> {
  try {
    const timeoutMs = Math.max(1, deadline - Date.now())
    const { status, bytes } = await context.outside.fetch(url, {
      bytesMax: context.files.bytesMax,
      timeoutMs,
    })
    if (status >= 200 && status < 300) return bytes
    throw refused(`This address answers ${status}. Check that anybody can read it.`, `${pointer}/url`)
  } catch (error) {
    if (error instanceof OutsideError) throw refused(error.message, `${pointer}/url`)
    throw error
  }
}

function refused(message: string, pointer: string): ApiError {
  return new ApiError('invalid_request', message, { details: [{ pointer, message }] })
}
