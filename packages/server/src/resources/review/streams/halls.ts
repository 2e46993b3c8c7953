import { inTransaction } from '../../../db/transaction.ts'
import { numberEvents } from '../../../events/numbering.ts'
import { deliver } from './delivering.ts'
import type { Judge } from './rights.ts'
import { type LoggedEvent, type Mark, parseMark, printEvent } from './rules.ts'
import * as log from './store.ts'
import { end, type Hall, push, type Stream } from './stream.ts'

const eventsAtOnce = 500
/** A stream that is further behind than this begins anew instead. */
const behindMax = 10_000

export function newHall(organizationId: string): Hall {
  return { organizationId, streams: new Set(), isBusy: false, isDue: false, checkedAt: performance.now() }
}

/** Brings all streams of an organization up to date. Only one call at a time works. */
export async function serve(options: Judge, hall: Hall) {
  hall.isDue = true
  if (hall.isBusy) return
  hall.isBusy = true
  try {
    while (hall.isDue) {
      hall.isDue = false
      await number(options, hall.organizationId)
      await catchUp(options, hall)
    }
  } catch {
    // The next tick tries again: no stream has moved.
    hall.isDue = true
  } finally {
    hall.isBusy = false
  }
}

/** Gives positions to all events that are committed by now. */
async function number({ db }: Judge, organizationId: string) {
  const heads = await log.listHeads(db, [organizationId])
  if (!heads.some(({ position }) => position === null)) return
  const numberSome = () =>
    inTransaction(db, { repeatable: true }, (transaction) => numberEvents(transaction, organizationId))
  while (await numberSome());
}

/** The halls that have something to read, in one statement for all of them. */
export async function hallsBehind({ db }: Judge, halls: ReadonlyMap<string, Hall>): Promise<Set<Hall>> {
  if (halls.size === 0) return new Set()
  const heads = await log.listHeads(db, [...halls.keys()])
  const late = [...halls.values()].filter(({ isDue }) => isDue)
  const moved = heads.flatMap(({ organizationId, position }) => {
    const hall = halls.get(organizationId)
    return hall !== undefined && (position === null || position > lowest(hall)) ? [hall] : []
  })
  return new Set([...late, ...moved])
}

function lowest({ streams }: Hall): number {
  let least = Number.POSITIVE_INFINITY
  for (const { mark, isOver } of streams) if (!isOver) least = Math.min(least, mark.position)
  return least
}

/** Reads from the position of the stream that is furthest behind. */
async function catchUp(options: Judge, hall: Hall) {
  for (;;) {
    const streams = [...hall.streams].filter(({ isOver }) => !isOver)
    if (streams.length === 0) return
    const from = lowest(hall)
    const events = await log.listAfter(options.db, hall.organizationId, from, eventsAtOnce)
    if (isWhole(events, from)) await deliver(options, streams, events)
    else resetAll(streams, events)
    if (events.length === eventsAtOnce) continue
    for (const stream of streams) if (stream.isOnce) end(stream)
    return
  }
}

/** Events are pruned by age, and positions have no gaps. */
function isWhole(events: readonly LoggedEvent[], from: number): boolean {
  return events.every(({ position }, index) => position === from + index + 1)
}

function resetAll(streams: readonly Stream[], events: readonly LoggedEvent[]) {
  const last = events.at(-1)
  if (last === undefined) return
  for (const stream of streams) {
    if (stream.mark.position >= last.position) continue
    stream.mark = stream.told = { position: last.position, id: last.id }
    push(stream, printEvent('reset', {}, stream.mark))
  }
}

/** Where a stream begins: after `Last-Event-ID` if its log is complete since then, else now. */
export async function findStart(
  options: Judge,
  organizationId: string,
  lastEventId: string | undefined,
): Promise<Start> {
  await number(options, organizationId)
  const now = await log.findLast(options.db, organizationId)
  if (lastEventId === undefined) return { mark: now, event: 'open' }
  const mark = parseMark(lastEventId)
  if (mark === undefined || now.position - mark.position > behindMax) return { mark: now, event: 'reset' }
  const isKnown = await isInLog(options, organizationId, mark, now)
  return isKnown ? { mark, event: 'open' } : { mark: now, event: 'reset' }
}

interface Start {
  readonly mark: Mark
  readonly event: 'open' | 'reset'
}

async function isInLog({ db }: Judge, organizationId: string, { position, id }: Mark, now: Mark) {
  if (position > 0) return (await log.findAt(db, organizationId, position)) === id
  return id === '' && (now.position === 0 || (await log.findAt(db, organizationId, 1)) !== undefined)
}
