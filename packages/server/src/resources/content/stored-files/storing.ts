import type { Files } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import type { Database } from '../../../db/database.ts'
import { inTransaction } from '../../../db/transaction.ts'
import * as storedFiles from './store.ts'

export interface Storing extends Pick<Files, 'blobs' | 'organizationBytesMax'> {
  /** Must not be a transaction. */
  readonly db: Database
  readonly now: string
}

/**
 * Claims bytes and then stores them. If nothing keeps them before the claim expires, the collector deletes
 * them. Throws if the organization would exceed its quota.
 */
export async function storeFile(
  { db, blobs, organizationBytesMax, now }: Storing,
  file: storedFiles.StoredFile,
  bytes: Uint8Array,
  { forMs }: { readonly forMs: number } = { forMs: requestMs },
) {
  const until = new Date(Date.parse(now) + forMs).toISOString()
  await inTransaction(db, { repeatable: true }, async (transaction) => {
    if (!(await storedFiles.claim(transaction, file, until))) return
    const stored = await storedFiles.addBytes(transaction, file.organizationId, file.size)
    requireRoom(stored, organizationBytesMax)
  })
  await blobs.put(file, bytes)
}

/** Longer than any request lasts. */
const requestMs = 60 * 60 * 1000

/**
 * Keeps stored files, in the transaction that refers to them. Throws if a claim has expired and the bytes are
 * deleted.
 */
export async function keepFiles(db: Database, files: readonly storedFiles.StoredFile[], now: string) {
  const [first] = files
  if (first === undefined) return
  const named = [...new Map(files.map((file) => [file.hash, file])).values()]
  const states = await storedFiles.lockAmong(
    db,
    first.contentId,
    named.map(({ hash }) => hash),
  )
  if ([...states.values()].includes('collected')) {
    throw new ApiError('conflict', 'The upload of a file expired. Send the request again.')
  }
  const unknown = named.filter(({ hash }) => !states.has(hash))
  const claimed = named.filter(({ hash }) => states.get(hash) === 'claimed')
  await storedFiles.keep(db, [...unknown, ...claimed], now)
  const bytes = unknown.reduce((sum, { size }) => sum + size, 0)
  if (bytes > 0) await storedFiles.addBytes(db, first.organizationId, bytes)
}

/** Throws if an organization has stored more than its quota. 0 means no quota. */
function requireRoom(bytes: number, bytesMax: number) {
  if (bytesMax === 0 || bytes <= bytesMax) return
  throw new ApiError(
    'payload_too_large',
    `The files of this organization would exceed its quota of ${bytesMax} bytes. ` +
      'Delete spaces, or ask the operator for a larger quota.',
  )
}

/** The same check, before any bytes have arrived. */
export async function requireRoomFor(
  db: Database,
  { organizationId, size }: Pick<storedFiles.StoredFile, 'organizationId' | 'size'>,
  bytesMax: number,
) {
  if (bytesMax > 0) requireRoom((await storedFiles.bytesOf(db, organizationId)) + size, bytesMax)
}
