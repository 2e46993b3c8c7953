import type { ChangeRequest } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { toUser, type UserRow } from '../../people/users/store.ts'
import { permissionsOf } from './rules.ts'

export interface ChangeRequestRow extends UserRow {
  readonly id: string
  readonly spaceId: string
  readonly organizationId: string
  readonly number: number
  readonly status: string
  readonly subject: string
  readonly description: unknown
  readonly createdAt: string
  readonly updatedAt: string
  readonly revision: string
  readonly revisionInitial: string
  readonly revisionMergedAncestor: string | null
  readonly revisionMerged: string | null
  readonly comments: number
  readonly outdated: boolean
}

export function toChangeRequest(row: ChangeRequestRow, context: Viewing): ChangeRequest {
  const { addresses } = context
  return {
    object: 'change-request',
    id: row.id,
    number: row.number,
    status: row.status as ChangeRequest['status'],
    subject: row.subject,
    ...(row.description ? { description: row.description as NonNullable<ChangeRequest['description']> } : {}),
    createdBy: toUser(row, addresses),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    space: row.spaceId,
    revision: row.revision,
    revisionInitial: row.revisionInitial,
    ...(row.revisionMergedAncestor && { revisionMergedAncestor: row.revisionMergedAncestor }),
    ...(row.revisionMerged && { revisionMerged: row.revisionMerged }),
    comments: row.comments,
    outdated: row.outdated,
    urls: {
      app: addresses.changeRequestApp(row.organizationId, row.spaceId, row.number),
      location: addresses.changeRequest(row.spaceId, row.id),
    },
    permissions: permissionsOf({ status: row.status, createdBy: row.userId }, context),
  }
}

/** Who sees the change request; the standing includes their level on its space. */
type Viewing = Pick<Context, 'addresses' | 'caller' | 'standing'>
