import type { ObjectPlace } from '../../../auth/standing.ts'
import { type Judge, judge, questions, type Rights } from './rights.ts'
import {
  changesAccess,
  decisionOf,
  isAbout,
  type LoggedEvent,
  printEvent,
  type Topic,
  toChange,
} from './rules.ts'
import { end, type Hall, push, type Stream } from './stream.ts'

/**
 * Sends events to the streams that they concern, after their rights were asked for. Then everything happens
 * at once: if a statement fails before, no stream has moved.
 */
export async function deliver(options: Judge, streams: readonly Stream[], events: readonly LoggedEvent[]) {
  const last = events.at(-1)
  if (last === undefined) return
  const mark = { position: last.position, id: last.id }
  const isAccessChanged = events.some(changesAccess)
  const asked = questions()
  const wanted = streams.map((stream) => {
    const { topic, caller } = stream
    const own = events.filter(
      (event) => event.position > stream.mark.position && isAbout(topic, caller.userId, event),
    )
    if (own.length > 0 || isAccessChanged) asked.ask(placeOf(topic), caller.tokenId)
    for (const event of own) asked.ask(decisionOf(event, topic.organizationId).place, caller.tokenId)
    return { stream, own }
  })
  const rights = await judge(options, asked.all())
  const printed = new Map<LoggedEvent, Buffer>()
  const print = (event: LoggedEvent) => {
    const bytes = printed.get(event) ?? printEvent('change', toChange(event), event)
    printed.set(event, bytes)
    return bytes
  }
  for (const { stream, own } of wanted) {
    if ((own.length > 0 || isAccessChanged) && !keepsAccess(stream, rights)) {
      end(stream)
      continue
    }
    for (const event of own) {
      const { operation, place } = decisionOf(event, stream.topic.organizationId)
      if (!rights.may(operation, stream.caller.tokenId, place)) continue
      push(stream, print(event))
      if (event === last) stream.told = mark
    }
    if (mark.position > stream.mark.position) stream.mark = mark
  }
}

/** Ends the streams of callers who have lost access, or whose token or session has ended. */
export async function recheck(options: Judge, hall: Hall) {
  hall.checkedAt = performance.now()
  const asked = questions()
  const streams = [...hall.streams]
  for (const { topic, caller } of streams) asked.ask(placeOf(topic), caller.tokenId)
  const rights = await judge(options, asked.all())
  for (const stream of streams) if (!keepsAccess(stream, rights)) end(stream)
}

/** A change request may also have moved to another organization, which has another log. */
export function keepsAccess({ topic, caller, operation }: Stream, rights: Rights): boolean {
  const place = placeOf(topic)
  const isThere = rights.homeOf(caller.tokenId, place) === topic.organizationId
  return isThere && rights.may(operation, caller.tokenId, place)
}

export function placeOf({ organizationId, changeRequest }: Topic): ObjectPlace {
  return changeRequest === undefined ? { organizationId } : { spaceId: changeRequest.spaceId, deleted: false }
}
