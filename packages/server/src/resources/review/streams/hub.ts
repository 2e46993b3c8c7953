import type { Readable } from 'node:stream'
import { operations } from '@stemma/contract'
import type { Caller } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import { listenForChanges } from '../../../db/notices.ts'
import type { StreamLimits } from '../../../http/route.ts'
import { recheck } from './delivering.ts'
import { findStart, hallsBehind, newHall, serve } from './halls.ts'
import { countSeats } from './limits.ts'
import { newRoom, type Room, roomKey, showPeople } from './people.ts'
import type { Judge } from './rights.ts'
import { type Mark, printEvent, type Topic } from './rules.ts'
import { end, type Hall, keepAlive, openBody, push, type Stream } from './stream.ts'

/** All open streams of a process: one timer, one listening connection, and statements for many at once. */
export interface Hub {
  open(wanted: Wanted): Promise<Readable>
  /** Ends all streams, and refuses new ones. */
  close(): void
}

interface Wanted {
  readonly topic: Topic
  readonly caller: Pick<Caller, 'userId' | 'tokenId'>
  /** With 0, the stream ends once it is up to date. */
  readonly seconds: number
  readonly lastEventId: string | undefined
}

export interface HubOptions extends Judge {
  readonly limits: StreamLimits
}

/** Streams are up to date within this time, even if no notification arrives. */
const tickMs = 1_000
/** How long a stream stays open at most after its token was revoked. */
const recheckMs = 15_000
const hallsPerTick = 50

export function createHub(options: HubOptions): Hub {
  const house: House = { options, halls: new Map(), rooms: new Map(), isTicking: false, aliveAt: 0 }
  const takeSeat = countSeats(options.limits)
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  let stopListening: (() => void) | undefined
  const requireOpen = () => {
    if (isOver) throw new ApiError('unavailable', 'The server is shutting down. Try again in a moment.')
  }
  const start = () => {
    stopListening ??= listenForChanges(options.db, (keys) => hear(house, keys))
    timer ??= setInterval(() => tick(house), tickMs).unref()
  }
  const rest = () => {
    if (house.halls.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  return {
    async open(wanted) {
      requireOpen()
      const leaveSeat = takeSeat(wanted.topic.organizationId, wanted.caller.userId)
      try {
        const { mark, event } = await findStart(options, wanted.topic.organizationId, wanted.lastEventId)
        requireOpen()
        const stream = newStream(wanted, mark, () => {
          leaveSeat()
          leave(house, stream)
          rest()
        })
        push(stream, printEvent(event, {}, mark))
        start()
        enter(house, stream)
        return stream.body
      } catch (error) {
        leaveSeat()
        throw error
      }
    },
    close() {
      isOver = true
      clearInterval(timer)
      stopListening?.()
      for (const { streams } of house.halls.values()) for (const stream of streams) end(stream)
    },
  }
}

interface House {
  readonly options: HubOptions
  /** By organization. */
  readonly halls: Map<string, Hall>
  /** By change request. */
  readonly rooms: Map<string, Room>
  isTicking: boolean
  aliveAt: number
}

function newStream({ topic, caller, seconds }: Wanted, mark: Mark, onClose: () => void): Stream {
  const isOnce = seconds === 0
  const endsAt = isOnce ? Number.POSITIVE_INFINITY : performance.now() + seconds * 1000
  const operation =
    operations[topic.changeRequest === undefined ? 'streamOrganization' : 'streamChangeRequest']
  const at = { mark, told: mark, people: undefined }
  return { topic, caller, operation, body: openBody(onClose), isOnce, endsAt, isOver: false, ...at }
}

function enter({ options, halls, rooms }: House, stream: Stream) {
  const { organizationId, changeRequest } = stream.topic
  const hall = halls.get(organizationId) ?? newHall(organizationId)
  halls.set(organizationId, hall)
  hall.streams.add(stream)
  void serve(options, hall)
  if (changeRequest === undefined || stream.isOnce) return
  const key = roomKey(changeRequest)
  const room = rooms.get(key) ?? newRoom(changeRequest)
  rooms.set(key, room)
  room.streams.add(stream)
  void showPeople(options, [room])
}

function leave({ halls, rooms }: House, stream: Stream) {
  const { organizationId, changeRequest } = stream.topic
  const hall = halls.get(organizationId)
  hall?.streams.delete(stream)
  if (hall?.streams.size === 0) halls.delete(organizationId)
  const key = changeRequest === undefined ? '' : roomKey(changeRequest)
  const room = rooms.get(key)
  room?.streams.delete(stream)
  if (room?.streams.size === 0) rooms.delete(key)
}

function hear({ options, halls, rooms }: House, keys: readonly string[]) {
  for (const key of keys) {
    const hall = halls.get(key)
    if (hall !== undefined) void serve(options, hall)
    const room = rooms.get(key)
    if (room !== undefined) void showPeople(options, [room])
  }
}

async function tick(house: House) {
  const { options, halls, rooms } = house
  tend(house)
  if (house.isTicking) return
  house.isTicking = true
  try {
    for (const hall of await hallsBehind(options, halls)) void serve(options, hall)
    void showPeople(options, [...rooms.values()])
    const now = performance.now()
    const unchecked = [...halls.values()].filter(({ checkedAt }) => now - checkedAt > recheckMs)
    for (const hall of unchecked.slice(0, hallsPerTick)) await recheck(options, hall)
  } catch {
    // Without a database nothing happens: the next tick tries again.
  } finally {
    house.isTicking = false
  }
}

/** What needs no database: ends streams whose time is over, and keeps the others alive. */
function tend(house: House) {
  const now = performance.now()
  const isAliveDue = now - house.aliveAt >= house.options.limits.keepAliveMs
  if (isAliveDue) house.aliveAt = now
  for (const { streams } of house.halls.values()) {
    for (const stream of streams) {
      if (stream.endsAt <= now) end(stream)
      else if (isAliveDue) keepAlive(stream)
    }
  }
}
