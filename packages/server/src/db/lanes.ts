import type pg from 'pg'
import { runPrepared, type Statement } from './prepared-query.ts'

/**
 * Connections shared by many reads. Statements are pipelined: each is sent without waiting for earlier
 * results, which arrive in order. A slow statement would delay those after it, so use this only for
 * statements that read a few rows by key. All others need their own connection from the pool.
 */
export class Lanes {
  readonly #lanes: readonly Lane[]
  readonly #onStatement: ((text: string) => void) | undefined
  /** The one for everything that is asked in this turn of the event loop. */
  #current: Lane | undefined

  constructor(count: number, open: () => Promise<pg.Client>, onStatement?: (text: string) => void) {
    this.#lanes = Array.from({ length: count }, () => new Lane(open))
    this.#onStatement = onStatement
  }

  /** Undefined if all lanes are full, and a connection of the pool is better. */
  ask<Row>(statement: Statement): Promise<Row[]> | undefined {
    const lane = this.#current?.isFull === false ? this.#current : this.#choose()
    if (lane === undefined || lane.isFull) return undefined
    this.#onStatement?.(statement.text)
    return lane.ask<Row>(statement)
  }

  /** Statements of one turn share a lane, so they leave in one write and wake one session. */
  #choose(): Lane | undefined {
    let least = this.#lanes[0]
    for (const lane of this.#lanes) if (least === undefined || lane.waiting < least.waiting) least = lane
    this.#current = least
    setImmediate(() => {
      this.#current = undefined
    })
    return least
  }

  async end() {
    await Promise.all(this.#lanes.map((lane) => lane.end()))
  }
}

const waitingMax = 64

class Lane {
  waiting = 0
  #client: Promise<pg.Client> | undefined
  readonly #open: () => Promise<pg.Client>

  constructor(open: () => Promise<pg.Client>) {
    this.#open = open
  }

  get isFull(): boolean {
    return this.waiting >= waitingMax
  }

  async ask<Row>(statement: Statement): Promise<Row[]> {
    this.waiting++
    try {
      this.#client ??= this.#connect()
      const client = await this.#client
      gather(client, setImmediate)
      const { rows } = await runPrepared(client, statement)
      return rows
    } finally {
      this.waiting--
    }
  }

  /** If a connection breaks, its pending queries fail. The next query opens a new one. */
  #connect(): Promise<pg.Client> {
    const opened = this.#open()
    const forget = () => {
      if (this.#client === opened) this.#client = undefined
    }
    opened.then((client) => client.on('error', forget).on('end', forget), forget)
    return opened
  }

  async end() {
    const client = await this.#client?.catch(() => undefined)
    await client?.end()
  }
}

/** Sends all queries until `later` in one write. */
export function gather({ connection: { stream } }: pg.Client, later: (work: () => void) => void) {
  if (stream.writableCorked > 0) return
  stream.cork()
  later(() => stream.uncork())
}
