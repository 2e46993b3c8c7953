import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { ApiError } from '../common/errors.ts'
import type { Database } from '../db/database.ts'
import { rowLock } from '../db/row-lock.ts'
import { inTransaction } from '../db/transaction.ts'
import { networkOf } from './network.ts'

const minutesMs = 60 * 1000

/** How many attempts may fail within a window, from the narrowest counter to the widest. */
const limits = {
  /** On one account, from one network, session or token. */
  both: { attemptsMax: 10, windowMs: 5 * minutesMs },
  /** From one network, session or token, on any account. */
  origin: { attemptsMax: 100, windowMs: 5 * minutesMs },
  /** On one account, from anywhere. Above this limit, unknown origins share one attempt per `turn`. */
  account: { attemptsMax: 100, windowMs: 5 * minutesMs },
  turn: { attemptsMax: 1, windowMs: 10 * 1000 },
  /** On the codes of one person's authenticator app, from anywhere. */
  code: { attemptsMax: 10, windowMs: 15 * minutesMs },
} as const

/**
 * Counts an attempt before the password is compared, across all processes. Narrow counters come first, and an
 * attempt that one of them rejects doesn't raise the wider ones: a single origin can't use up the attempts of
 * an account. The account's own counter locks nobody out: it only slows down unknown origins. The returned
 * function takes back an attempt that succeeded.
 */
export async function takeAttempt(db: Database, now: string, who: Who): Promise<() => Promise<void>> {
  const { account, origin, isKnown } = who
  const both = keyOf('both', `${account} ${origin}`)
  const [wide, everywhere] = [keyOf('account', account), keyOf('origin', origin)]
  await requireLeft(db, now, { key: both, ...limits.both })
  await requireLeft(db, now, { key: everywhere, ...limits.origin })
  const { attempts } = await raise(db, now, { key: wide, ...limits.account })
  if (attempts > limits.account.attemptsMax && !isKnown) {
    await requireLeft(db, now, { key: keyOf('turn', account), ...limits.turn })
  }
  return () => giveBack(db, both, wide, everywhere)
}

export interface Who {
  /** The claimed identity: an e-mail address or an ID. */
  readonly account: string
  /** A network, or the session or token of a person who is signed in. */
  readonly origin: string
  /** Whether there was a sign-in to the account from this origin before. */
  readonly isKnown: boolean
}

/** Counts an attempt that names no account, such as a passkey. Nobody guesses one, but each has its cost. */
export async function takeOriginAttempt(db: Database, now: string, origin: string) {
  const key = keyOf('origin', origin)
  await requireLeft(db, now, { key, ...limits.origin })
  return () => giveBack(db, key)
}

/**
 * Counts an attempt with a short code of a person. Whoever tries one knows the password, so a limit for all
 * origins together locks nobody out but them: passkeys and recovery codes still work.
 */
export async function takeCodeAttempt(db: Database, now: string, userId: string) {
  const key = keyOf('code', userId)
  await requireLeft(db, now, { key, ...limits.code })
  return () => giveBack(db, key)
}

async function giveBack(db: Database, ...keys: readonly Buffer[]) {
  await sql`update sign_in_attempts set attempts = attempts - 1
    where key in (${sql.join(keys)}) and attempts > 0`.execute(db)
}

async function requireLeft(db: Database, now: string, counter: Counter) {
  const { attempts, startedAt } = await raise(db, now, counter)
  if (attempts > counter.attemptsMax)
    throw tooMany(Date.parse(startedAt) + counter.windowMs - Date.parse(now))
}

/** Many attempts raise the same counter at once, which a cluster stores on every node. */
function raise(db: Database, now: string, counter: Counter): Promise<Row> {
  return inTransaction(db, { repeatable: false }, async (alone) => {
    await rowLock(alone, 'for update', 'sign_in_attempts', [counter.key.toString('hex')])
    return raiseAlone(alone, now, counter)
  })
}

async function raiseAlone(db: Database, now: string, { key, windowMs }: Counter): Promise<Row> {
  const before = new Date(Date.parse(now) - windowMs).toISOString()
  const { rows } = await sql<Row>`insert into sign_in_attempts as a (key, attempts, started_at)
    values (${key}, 1, ${now})
    on conflict (key) do update set
      attempts = case when a.started_at <= ${before} then 1 else a.attempts + 1 end,
      started_at = case when a.started_at <= ${before} then excluded.started_at else a.started_at end
    returning attempts, started_at as "startedAt"`.execute(db)
  return rows[0] ?? { attempts: 1, startedAt: now }
}

interface Counter {
  readonly key: Buffer
  readonly attemptsMax: number
  readonly windowMs: number
}

interface Row {
  readonly attempts: number
  readonly startedAt: string
}

function keyOf(kind: string, text: string): Buffer {
  return createHash('sha256').update(`${kind} ${text}`).digest()
}

/** Whether the account had a recent sign-in from the network of an IP address. */
export async function isKnownNetwork(db: Database, { account, ip }: Place): Promise<boolean> {
  const row = await db
    .selectFrom('known_networks')
    .select('key')
    .where('key', '=', keyOf('known', `${account} ${networkOf(ip)}`))
    .executeTakeFirst()
  return row !== undefined
}

export async function rememberNetwork(db: Database, now: string, { account, ip }: Place) {
  await db
    .insertInto('known_networks')
    .values({ key: keyOf('known', `${account} ${networkOf(ip)}`), seen_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ seen_at: now }))
    .execute()
}

interface Place {
  readonly account: string
  readonly ip: string
}

function tooMany(waitMs: number) {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  const wait = seconds < 60 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return new ApiError('rate_limited', `Too many attempts. Try again in ${wait}.`, {
    retryAfterSeconds: seconds,
  })
}
