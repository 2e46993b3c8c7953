import type { AuditEvent } from '@stemma/contract'
import type { Addresses } from '../../../common/addresses.ts'
import { toldOf } from '../../../events/told.ts'
import type { EventRow } from './store.ts'

export function toAuditEvent(row: EventRow, organizationId: string, addresses: Addresses): AuditEvent {
  const { id, type, actor, requestId, body, createdAt } = row
  return {
    object: 'audit-event',
    id,
    action: type,
    ...(actor !== null && { actor }),
    ...(requestId !== null && { requestId }),
    createdAt,
    details: toldOf(body),
    urls: { location: addresses.auditEvent(organizationId, id) },
  }
}
