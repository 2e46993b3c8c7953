import type { Membership } from '../../../auth/levels.ts'
import type { Addresses } from '../../../common/addresses.ts'
import type { Database } from '../../../db/database.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import { kindsOpenTo } from './rules.ts'
import { toNotification } from './shape.ts'
import * as notifications from './store.ts'

/** The spaces that a person has notifications about and can read now, with what they may be told of each. */
export async function findVisible(db: Database, viewer: Membership) {
  const spaceIds = await notifications.listSpaces(db, viewer)
  const found = spaceIds.length === 0 ? [] : await spaces.findAll(db, viewer, spaceIds)
  return new Map(found.map(({ id, level, title }) => [id, { title, kinds: kindsOpenTo(level) }]))
}

type Seen = Awaited<ReturnType<typeof findVisible>>

export function visibleOf(seen: Seen): notifications.Visible {
  return new Map([...seen].map(([spaceId, { kinds }]) => [spaceId, kinds]))
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
    spaces: seen,
    changeRequests: new Map(changeRequests.map(({ id, ...one }) => [id, one])),
    comments: new Map(comments.map(({ id, body }) => [id, body])),
  }
  return rows.map((row) => toNotification(row, subjects, addresses, organizationId))
}

interface Showing {
  readonly seen: Seen
  readonly addresses: Addresses
  readonly organizationId: string
}
