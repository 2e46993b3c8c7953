import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../common/context.ts'
import { ApiError } from '../common/errors.ts'
import type { Database } from '../db/database.ts'
import { prepared, preparedAhead } from '../db/prepared.ts'

/** A response as it is sent, and as it is stored for replay. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** A key chosen by the caller, and a fingerprint of the request it was first sent with. */
export interface IdempotentRequest {
  readonly key: string
  readonly fingerprint: Buffer
}

export function readKey(
  header: string | string[] | undefined,
  request: object,
): IdempotentRequest | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header)) {
    throw new ApiError('invalid_request', 'An Idempotency-Key must have 1–255 visible ASCII characters.')
  }
  return { key: header, fingerprint: hash('sha256', JSON.stringify(request), 'buffer') }
}

/**
 * Returns the stored response for this key, if any. The lock is held until the transaction ends: of two
 * concurrent requests with one key, one runs and the other is rejected.
 */
export async function findAnswer(
  { db, caller }: Context,
  { key, fingerprint }: IdempotentRequest,
): Promise<Answer | undefined> {
  const owner = ownerOf(caller)
  const [row] = await find(db, { owner, key, lockName: `${owner} ${key}` })
  if (!row?.locked) {
    throw new ApiError(
      'idempotency_key_in_use',
      'A request with this Idempotency-Key is still running. Repeat it after a moment.',
      {
        retryAfterSeconds: 1,
      },
    )
  }
  if (row.fingerprint === null) return undefined
  if (!row.fingerprint.equals(fingerprint)) {
    throw new ApiError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for a different request. Use a new key.',
    )
  }
  await lock(db, owner, key)
  return { status: row.status, headers: row.headers, body: row.body ?? undefined }
}

const find = prepared<Readonly<Record<'owner' | 'key' | 'lockName', string>>, Row>(
  ({ owner, key, lockName }) => sql<Row>`
    select pg_try_advisory_xact_lock(hashtextextended(${lockName}, 0)) as locked,
      k.fingerprint, k.status, k.headers, k.body
    from (select 1) one left join idempotency_keys k on k.organization_id = ${owner} and k.key = ${key}`,
)

/**
 * The first commit may not have been confirmed by its standby. A read-only commit doesn't wait for the
 * standby, but a row lock is written to the WAL. So this commit waits until the standby has both.
 */
async function lock(db: Database, owner: string, key: string) {
  await db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('organization_id', '=', owner)
    .where('key', '=', key)
    .forUpdate()
    .execute()
}

/** Stores the response in the same transaction as the effect, so that either both exist or neither. */
export async function keepAnswer(
  { db, caller, now }: Context,
  { key, fingerprint }: IdempotentRequest,
  { status, headers, body }: Answer,
) {
  const owner = ownerOf(caller)
  const answer = { status, headers: JSON.stringify(headers), body: body ?? null }
  await keep(db, { owner, key, fingerprint, ...answer, now })
}

const keep = preparedAhead<Kept>(
  ({ owner, key, fingerprint, status, headers, body, now }) => sql`
    insert into idempotency_keys (organization_id, key, fingerprint, status, headers, body, created_at)
    values (${owner}, ${key}, ${fingerprint}, ${status}, ${headers}, ${body}, ${now})`,
)

type Kept = Readonly<Record<'owner' | 'key' | 'headers' | 'now', string>> & {
  readonly fingerprint: Buffer
  readonly status: number
  readonly body: string | null
}

/** Installations and the people who installed them have separate idempotency keys. */
function ownerOf({ userId, installation }: Context['caller']): string {
  return installation?.id ?? userId
}

interface Row {
  readonly locked: boolean
  readonly fingerprint: Buffer | null
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string | null
}
