import { Readable } from 'node:stream'
import type { Operation } from '@stemma/contract'
import type { Caller } from '../../../common/context.ts'
import { type Mark, printMove, type Topic } from './rules.ts'

/** One open response. It has no timer and no connection to the database. */
export interface Stream {
  readonly topic: Topic
  readonly caller: Pick<Caller, 'userId' | 'tokenId'>
  /** The operation that opened it. Who may no longer call it gets no further event. */
  readonly operation: Operation
  readonly body: Readable
  /** Ends once it is up to date. */
  readonly isOnce: boolean
  /** In milliseconds since the process started. */
  readonly endsAt: number
  /** Nothing more is sent, although the receiver may not have read everything. */
  isOver: boolean
  /** The last event that was sent or is not for this stream. */
  mark: Mark
  /** The mark that the receiver knows. */
  told: Mark
  /** The last list of people that was sent. */
  people: Buffer | undefined
}

/** The streams of one organization. Its events are read once for all of them. */
export interface Hall {
  readonly organizationId: string
  readonly streams: Set<Stream>
  isBusy: boolean
  /** Something may have happened since the work in progress began. */
  isDue: boolean
  /** When the access of all its streams was last checked. */
  checkedAt: number
}

export function openBody(onClose: () => void): Readable {
  return new Readable({ read() {}, highWaterMark: 1024 }).on('error', () => {}).on('close', onClose)
}

/** A receiver that reads too slowly is cut off: it reconnects, and continues where it was. */
export function push({ body, isOver }: Stream, bytes: Buffer) {
  if (isOver || body.destroyed) return
  body.push(bytes)
  if (body.readableLength > waitingBytesMax) body.destroy()
}

const waitingBytesMax = 256 * 1024

export function end(stream: Stream) {
  if (stream.isOver) return
  stream.isOver = true
  stream.body.push(null)
}

/** Proxies close silent connections. The receiver also learns the position that it has reached. */
export function keepAlive(stream: Stream) {
  if (stream.told === stream.mark) return push(stream, comment)
  stream.told = stream.mark
  push(stream, printMove(stream.mark))
}

const comment = Buffer.from(':\n\n')
