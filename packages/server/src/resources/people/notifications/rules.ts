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

export function mayBeTold(kind: NotificationKind, level: Role | null): boolean {
  return isOpenTo(operations[readBy[kind]], { organization: 'guest', space: level })
}

/** The kinds that a person with this level on a space may be told of. */
export function kindsOpenTo(level: Role | null): readonly NotificationKind[] {
  return notificationKinds.filter((kind) => mayBeTold(kind, level))
}

export type Deliveries = Readonly<Record<NotificationKind, NotificationDelivery>>

export function withDefaults(chosen: Partial<Deliveries>): Deliveries {
  return { ...defaults, ...chosen }
}

const defaults: Deliveries = {
  mention: 'inbox',
  reply: 'inbox',
  comment: 'inbox',
  review_requested: 'inbox',
  review_submitted: 'inbox',
  opened: 'inbox',
  merged: 'inbox',
  conflict: 'inbox',
  invite: 'inbox',
  import_finished: 'inbox',
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
const mentioned = /\[([^\]\n]{1,100})\]\(\/users\/[\w-]{1,64}\)/g
