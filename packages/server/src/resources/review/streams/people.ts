import type { Presence } from '@stemma/contract'
import { toUser } from '../../people/users/store.ts'
import { keepsAccess, placeOf } from './delivering.ts'
import { type Judge, judge, questions } from './rights.ts'
import { printEvent, toPresence } from './rules.ts'
import * as log from './store.ts'
import { end, push, type Stream } from './stream.ts'

/** The streams of one change request. */
export interface Room {
  readonly spaceId: string
  readonly id: string
  readonly streams: Set<Stream>
  isBusy: boolean
  /** Someone may have come or gone since the reading in progress began. */
  isDue: boolean
}

export function newRoom({ spaceId, id }: Pick<Room, 'spaceId' | 'id'>): Room {
  return { spaceId, id, streams: new Set(), isBusy: false, isDue: false }
}

/**
 * Tells the streams of these change requests who is there, if that has changed. A change request has only one
 * reading at a time, so that no stream gets an older list after a newer one, or the same list twice.
 */
export async function showPeople(options: Judge, rooms: readonly Room[]) {
  for (const room of rooms) room.isDue = true
  const isFree = ({ isBusy, isDue }: Room) => isDue && !isBusy
  for (let free = rooms.filter(isFree); free.length > 0; free = rooms.filter(isFree)) {
    for (const room of free) {
      room.isBusy = true
      room.isDue = false
    }
    try {
      await show(options, free)
    } catch {
      // The next tick tries again: no stream has moved.
      return
    } finally {
      for (const room of free) room.isBusy = false
    }
  }
}

/** One statement for all. */
async function show(options: Judge, rooms: readonly Room[]) {
  const people = await listPeople(options, rooms)
  const asked = questions()
  const late = rooms.flatMap((room) => {
    const bytes = people.get(roomKey(room)) ?? nobody
    const streams = [...room.streams].filter((stream) => !stream.people?.equals(bytes))
    for (const { topic, caller } of streams) asked.ask(placeOf(topic), caller.tokenId)
    return streams.map((stream) => ({ stream, bytes }))
  })
  if (late.length === 0) return
  const rights = await judge(options, asked.all())
  for (const { stream, bytes } of late) {
    stream.people = bytes
    if (keepsAccess(stream, rights)) push(stream, bytes)
    else end(stream)
  }
}

const nobody = printEvent('presence', { people: [] })

async function listPeople({ db, addresses, clock }: Judge, rooms: readonly Room[]) {
  const rows = await log.listPresences(db, rooms, clock().toISOString())
  const byRoom = new Map<string, Presence[]>()
  for (const row of rows) {
    const key = roomKey({ spaceId: row.spaceId, id: row.changeRequestId })
    const people = byRoom.get(key) ?? []
    byRoom.set(key, people)
    if (people.length < peopleMax) people.push(toPresence(row, toUser(row, addresses)))
  }
  return new Map([...byRoom].map(([key, people]) => [key, printEvent('presence', { people })]))
}

const peopleMax = 100

/** Also the key under which changes of presence are announced. */
export function roomKey({ spaceId, id }: Pick<Room, 'spaceId' | 'id'>): string {
  return `${spaceId}/${id}`
}
