import { readJsonDocument, textOf } from '@stemma/content'
import {
  type NotificationDelivery,
  type NotificationKind,
  notificationKinds,
  operations,
  type Role,
  type Watch,
} from '@stemma/contract'
import { isOpenTo } from '../../../auth/resolver.ts'

/** The operation that reads what a notification is about. Only people who may call it are told. */
const readBy = {
  mention: 'getCommentInSpace',
  reply: 'getCommentInSpace',
  comment: 'getCommentInSpace',
  review_requested: 'getChangeRequestById',
  review_submitted: 'getChangeRequestById',
  opened: 'getChangeRequestById',
  merged: 'getChangeRequestById',
  conflict: 'getChangeRequestById',
  invite: 'getSpaceById',
  import_finished: 'getSpaceById',
} as const satisfies Readonly<Record<NotificationKind, keyof typeof operations>>

export function mayBeTold(kind: NotificationKind, level: PlaceLevel): boolean {
  const operation = 'collection' in level ? readInCollections[kind] : readBy[kind]
  return operation !== undefined && isOpenTo(operations[operation], { organization: 'guest', ...level })
}

/** In collections, people are told of access only. */
const readInCollections: Partial<Record<NotificationKind, keyof typeof operations>> = {
  invite: 'getCollectionById',
}

/** The level of a person on a space or a collection. */
export type PlaceLevel = { readonly space: Role | null } | { readonly collection: Role | null }

/** The kinds that a person with this level on a place may be told of. */
export function kindsOpenTo(level: PlaceLevel): readonly NotificationKind[] {
  return notificationKinds.filter((kind) => mayBeTold(kind, level))
}

export type Deliveries = Readonly<Record<NotificationKind, NotificationDelivery>>

function withDefaults(chosen: Partial<Deliveries>): Deliveries {
  return { ...defaults, ...chosen }
}

const defaults: Deliveries = {
  mention: 'mail',
  reply: 'mail',
  comment: 'inbox',
  review_requested: 'mail',
  review_submitted: 'mail',
  opened: 'inbox',
  merged: 'inbox',
  conflict: 'mail',
  invite: 'mail',
  import_finished: 'inbox',
}

export interface Preferences {
  readonly deliveries: Deliveries
  readonly watchParticipating: boolean
  readonly digestHour: number
  readonly timeZone: string
}

export type Chosen = Omit<Preferences, 'deliveries'> & { readonly deliveries: Partial<Deliveries> }

export function preferencesOf(chosen: Chosen | undefined): Preferences {
  const { deliveries = {}, watchParticipating = true, digestHour = 7, timeZone = 'UTC' } = chosen ?? {}
  return { deliveries: withDefaults(deliveries), watchParticipating, digestHour, timeZone }
}

/** When a notification is mailed: after a while, so that what follows comes along, or with the digest. */
export function mailAt(delivery: NotificationDelivery, preferences: Preferences, now: string): string | null {
  if (delivery === 'mail') return new Date(Date.parse(now) + groupingMs).toISOString()
  return delivery === 'digest' ? nextDigest(preferences, now) : null
}

const groupingMs = 3 * 60_000

/** The next full hour that the clock of the person shows. Where clocks skip it, the one of the day after. */
export function nextDigest(
  { digestHour, timeZone }: Pick<Preferences, 'digestHour' | 'timeZone'>,
  now: string,
) {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  const wanted = `${String(digestHour).padStart(2, '0')}:00`
  const start = Math.floor(Date.parse(now) / quarterMs + 1) * quarterMs
  for (let step = 0; step < twoDays; step++) {
    const at = new Date(start + step * quarterMs)
    if (clock.format(at) === wanted) return at.toISOString()
  }
  return new Date(start + 24 * 60 * 60_000).toISOString()
}

/** Every time zone is a multiple of a quarter of an hour away from UTC. */
const quarterMs = 15 * 60_000
const twoDays = 2 * 24 * 4

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** What one person chose for a change request and for its space, and whether they take part in it. */
export interface Interest {
  readonly changeRequest?: boolean | undefined
  readonly space?: boolean | undefined
  readonly isParticipating: boolean
}

/** The closest choice decides, so that people can ignore one change request of a space that they watch. */
export function watchOf({ changeRequest, space, isParticipating }: Interest): Watch {
  const object = 'watch' as const
  if (changeRequest === false) return { object, watching: false, reason: 'chosen' }
  if (changeRequest) return { object, watching: true, reason: 'chosen' }
  if (isParticipating) return { object, watching: true, reason: 'participating' }
  if (space) return { object, watching: true, reason: 'space' }
  return { object, watching: false }
}

/** The first words of a comment. */
export function beginningOf(markdown: string): string {
  const { nodes } = readJsonDocument(markdown.replaceAll(mentioned, '$1'))
  const text = nodes.map(textOf).join(' ').replaceAll(/\s+/g, ' ').trim()
  // The cut may split a surrogate pair.
  return text.slice(0, beginningMax).replace(/[\uD800-\uDBFF]$/, '')
}

const beginningMax = 200
/** The text of a document leaves people out, whose names may have changed since. */
const mentioned = /\[([^[\]\n]{1,100})\]\(\/users\/[\w-]{1,64}\)/g
