import { sql } from 'kysely'
import type pg from 'pg'
import { type Database, openClient } from './database.ts'

/**
 * Tells other processes which keys a transaction changed. A notification inside of a write would make all
 * writers wait for each other, so it is sent after the commit, and for many commits at once. It can get lost
 * with its process or its connection: listeners must also poll.
 */
export function noteChange(transaction: Database, key: string) {
  const keys = noted.get(transaction) ?? new Set()
  noted.set(transaction, keys.add(key))
}

const noted = new WeakMap<Database, Set<string>>()

/** Sends what a transaction noted, once it is committed. */
export function announce(db: Database, transaction: Database) {
  const keys = noted.get(transaction)
  if (keys === undefined) return
  const sender = senders.get(db) ?? { waiting: new Set(), sentAt: Number.NEGATIVE_INFINITY, isDue: false }
  senders.set(db, sender)
  for (const key of keys) sender.waiting.add(key)
  if (sender.isDue) return
  sender.isDue = true
  const waitMs = Math.max(0, sender.sentAt + apartMs - performance.now())
  setTimeout(() => send(db, sender), waitMs).unref()
}

interface Sender {
  readonly waiting: Set<string>
  sentAt: number
  isDue: boolean
}

const senders = new WeakMap<Database, Sender>()
const apartMs = 50

/** A payload has at most 8,000 bytes, and a key at most 129. */
const keysMax = 60

function send(db: Database, sender: Sender) {
  const keys = [...sender.waiting]
  sender.waiting.clear()
  sender.sentAt = performance.now()
  sender.isDue = false
  const texts = Array.from({ length: Math.ceil(keys.length / keysMax) }, (_, part) =>
    keys.slice(part * keysMax, (part + 1) * keysMax).join(' '),
  )
  sql`select pg_notify(${channel}, text) from unnest(${texts}::text[]) text`.execute(db).catch(() => {})
}

const channel = 'stemma_changes'

/**
 * Listens on its own connection, and reconnects when that is lost. Behind a pooler that shares sessions,
 * nothing arrives.
 */
export function listenForChanges(db: Database, onKeys: (keys: readonly string[]) => void): () => void {
  let [isOver, isWaiting, failures] = [false, false, 0]
  let client: pg.Client | undefined
  const connect = async () => {
    const opened = await openClient(db)
    if (isOver) return opened.end()
    client = opened
    opened.on('error', retry).on('end', retry)
    opened.on('notification', ({ payload = '' }) => onKeys(payload.split(' ')))
    await opened.query(`listen ${channel}`)
    failures = 0
  }
  const retry = () => {
    client
      ?.removeAllListeners('end')
      .end()
      .catch(() => {})
    client = undefined
    if (isOver || isWaiting) return
    isWaiting = true
    const waitMs = Math.min(retryMsMax, retryMsMin * 2 ** failures++)
    setTimeout(() => {
      isWaiting = false
      connect().catch(retry)
    }, waitMs).unref()
  }
  connect().catch(retry)
  return () => {
    isOver = true
    retry()
  }
}

const [retryMsMin, retryMsMax] = [100, 5_000]
