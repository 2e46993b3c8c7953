import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { emit } from '../../../events/emit.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import * as deliveries from '../../integrations/webhook-deliveries/store.ts'
import { postMail } from '../../people/mails/index.ts'
import { requireRestorable } from './rules.ts'
import * as organizations from './store.ts'

/** Closes an organization, and purges it later. False if it is deleted already. */
export async function startDeletion(context: Context, organizationId: string): Promise<boolean> {
  const { db, now, caller, deletedOrganizationsKeptDays: days } = context
  await organizations.lock(db, organizationId)
  const { title, deletedAt } = found(await organizations.find(db, organizationId), 'organization')
  if (deletedAt !== null) return false
  const restorableUntil = new Date(Date.parse(now) + days * dayMs).toISOString()
  const deleted = { deleted_at: now, deleted_by: caller.userId, restorable_until: restorableUntil }
  await organizations.update(db, organizationId, { ...deleted, updated_at: now })
  await deliveries.cancelAll(db, organizationId)
  await emit(context, { type: 'organization.deleted', organizationId, title, restorableUntil })
  const key = `purge_organization ${organizationId}`
  await enqueue(db, 'purge_organization', { organizationId }, { key, runAt: restorableUntil })
  for (const { email: recipient, language } of await organizations.listAdmins(db, organizationId)) {
    const letter = { kind: 'organizationDeleted', organization: title, days } as const
    await postMail(context, { home: organizationId, recipient, language: language ?? 'en', letter })
  }
  return true
}

/** Opens a deleted organization again, unless its time is over. */
export async function cancelDeletion(context: Context, organizationId: string) {
  const { db, now } = context
  await organizations.lock(db, organizationId)
  const { title, deletedAt, restorableUntil } = found(
    await organizations.find(db, organizationId),
    'organization',
  )
  if (deletedAt === null) return
  requireRestorable(restorableUntil, now)
  const alive = { deleted_at: null, deleted_by: null, restorable_until: null }
  await organizations.update(db, organizationId, { ...alive, updated_at: now })
  await emit(context, { type: 'organization.restored', organizationId, title })
}

const dayMs = 24 * 60 * 60 * 1000
