import { type auditEventOperations, eventTypes } from '@stemma/contract'
import { ApiError, found } from '../../../common/errors.ts'
import { mapItems } from '../../../db/paginate.ts'
import type { Handlers } from '../../../http/route.ts'
import { comparableTime } from './rules.ts'
import { toAction, toAuditEvent } from './shape.ts'
import * as auditEvents from './store.ts'

export const auditEventHandlers: Handlers<typeof auditEventOperations> = {
  async listOrganizationAuditEventActions() {
    return { items: eventTypes.map(toAction) }
  },

  async listOrganizationAuditEvents({ params: { organizationId }, query }, { db, addresses }) {
    const { from, to, ...rest } = query
    const times = { ...timeIn('from', from), ...timeIn('to', to) }
    const listed = await auditEvents.list(db, organizationId, { ...rest, ...times })
    return mapItems(listed, (row) => toAuditEvent(row, organizationId, addresses))
  },

  async getOrganizationAuditEvent({ params: { organizationId, auditEventId } }, { db, addresses }) {
    const row = found(await auditEvents.find(db, organizationId, auditEventId), 'audit event')
    return toAuditEvent(row, organizationId, addresses)
  },
}

function timeIn(name: 'from' | 'to', value: string | undefined) {
  if (value === undefined) return {}
  const time = comparableTime(value)
  if (time !== undefined) return { [name]: time }
  const details = [{ pointer: `/query/${name}`, message: 'is not a valid time' }]
  throw new ApiError('invalid_request', 'The time is not valid. Write it as 2026-11-15T00:00:00Z.', {
    details,
  })
}
