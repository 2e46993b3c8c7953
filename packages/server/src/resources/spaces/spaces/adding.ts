import type { Hash } from '@stemma/content'
import { requireCreate } from '../../../auth/destination.ts'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import * as permissions from '../../access/permissions/store.ts'
import * as revisions from '../../content/content/store.ts'
import * as siblings from '../siblings/store.ts'
import * as spaces from './store.ts'

/** Adds a space at the end of its parent, with its first revision. The caller gets an admin grant by name. */
export async function add(context: Context, place: siblings.Parent, row: NewSpace, root: Hash) {
  const { db, caller, now } = context
  await requireCreate(context, place)
  if (!(await siblings.lockOrder(db, place))) found(undefined, 'collection')
  const { organizationId, parentId } = place
  const rank = await siblings.rankAt(db, place)
  const stamps = { created_at: now, updated_at: now }
  const revisionId = newId()
  const home = { organization_id: organizationId, parent_id: parentId, rank }
  await spaces.insert(db, { ...row, ...stamps, ...home, revision_id: revisionId })
  await revisions.insert(db, {
    spaceId: row.id,
    id: revisionId,
    root,
    type: 'edits',
    parents: [],
    createdBy: caller.userId,
    createdAt: now,
  })
  await permissions.grant(db, { kind: 'space', id: row.id, organizationId }, 'user', caller.userId, 'admin')
}

export type NewSpace = Omit<
  Parameters<typeof spaces.insert>[1],
  'organization_id' | 'parent_id' | 'rank' | 'revision_id' | 'created_at' | 'updated_at'
>
