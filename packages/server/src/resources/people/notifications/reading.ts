import type { Membership } from '../../../auth/levels.ts'
import type { Addresses } from '../../../common/addresses.ts'
import type { Database } from '../../../db/database.ts'
import * as collections from '../../spaces/collections/store.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import { kindsOpenTo, preferencesOf } from './rules.ts'
import { toNotification } from './shape.ts'
import * as notifications from './store.ts'

/** The places that a person has notifications about and can read now, with what they may be told of each. */
export async function findVisible(db: Database, viewer: Membership) {
  const places = await notifications.listPlaces(db, viewer)
  const spaceIds = places.flatMap(({ spaceId }) => spaceId ?? [])
  const collectionIds = places.flatMap(({ collectionId }) => collectionId ?? [])
  const [inSpaces, inCollections] = [
    spaceIds.length === 0 ? [] : await spaces.findAll(db, viewer, spaceIds),
    collectionIds.length === 0 ? [] : await collections.findAll(db, viewer, collectionIds),
  ]
  return new Map([
    ...inSpaces.map(({ id, level, title }) => [id, { title, kinds: kindsOpenTo({ space: level }) }] as const),
    ...inCollections.map(
      ({ id, level, title }) => [id, { title, kinds: kindsOpenTo({ collection: level }) }] as const,
    ),
  ])
}

type Seen = Awaited<ReturnType<typeof findVisible>>

export function visibleOf(seen: Seen): notifications.Visible {
  return new Map([...seen].map(([placeId, { kinds }]) => [placeId, kinds]))
}

/** Notifications with what they are about, which is read together. */
export async function showAll(
  db: Database,
  rows: readonly notifications.NotificationRow[],
  { seen, addresses, organizationId }: Showing,
) {
  const [changeRequests, comments] = [
    await notifications.findChangeRequests(db, rows),
    await notifications.findComments(db, rows),
  ]
  const subjects = {
    places: seen,
    changeRequests: new Map(changeRequests.map(({ id, ...one }) => [id, one])),
    comments: new Map(comments.map(({ id, body }) => [id, body])),
  }
  return rows.map((row) => toNotification(row, subjects, addresses, organizationId))
}

/** What a mail says: what its recipient can read, has not read, and wants to be mailed, at this moment. */
export async function readMailed(db: Database, key: notifications.Key, { ids, addresses }: Mailed) {
  const { organizationId, userId } = key
  const seen = await findVisible(db, key)
  const [chosen] = await notifications.findPreferences(db, organizationId, [userId])
  const { deliveries } = preferencesOf(chosen)
  const rows = await notifications.listMailed(db, key, { ids, visible: visibleOf(seen) })
  const wanted = rows.filter(({ kind }) => deliveries[kind] === 'mail' || deliveries[kind] === 'digest')
  const shown = await showAll(db, wanted, { seen, addresses, organizationId })
  // A comment that was deleted in the meantime is not worth a mail.
  return shown.filter(({ comment }) => comment === undefined || comment.text !== undefined)
}

interface Mailed {
  readonly ids: readonly string[]
  readonly addresses: Addresses
}

interface Showing {
  readonly seen: Seen
  readonly addresses: Addresses
  readonly organizationId: string
}
