import type { AuditEvent } from '@stemma/contract'
import type { Addresses } from '../../../common/addresses.ts'
import { toldOf } from '../../../events/told.ts'
import { targetFieldOf } from './rules.ts'
import type { EventRow } from './store.ts'

export function toAuditEvent(row: EventRow, organizationId: string, addresses: Addresses): AuditEvent {
  const { id, type, actor, requestId, body, createdAt } = row
  const details = toldOf(body)
  return {
    object: 'audit-event',
    id,
    action: type,
    actor: actor === null ? { type: 'system', id: 'system' } : { type: 'user', id: actor },
    source: requestId === null ? 'workflow' : 'api',
    target: targetOf(type, details, organizationId),
    ...(requestId !== null && { requestId }),
    createdAt,
    occurredAt: createdAt,
    details,
    payload: details,
    schemaVersion: 1,
    urls: { location: addresses.auditEvent(organizationId, id) },
  }
}

export function toAction(action: string) {
  const [first = '', ...rest] = action.split(/[._]/)
  const label = [first.slice(0, 1).toUpperCase() + first.slice(1), ...rest].join(' ')
  return { object: 'audit-event-action' as const, id: action, action, label }
}

function targetOf(action: string, details: Readonly<Record<string, unknown>>, organizationId: string) {
  const [type = ''] = action.split('.')
  const id = details[targetFieldOf(action)]
  return typeof id === 'string' ? { type, id } : { type: 'organization', id: organizationId }
}
