import { type Static, Type } from 'typebox'
import { eventTypes } from './event-types.ts'
import { List, ListQuery, type Operations } from './operation.ts'
import { Address, Id, ObjectName, Timestamp, Values } from './scalars.ts'

/** An event, with the user and the request that caused it. */
export const AuditEvent = Type.Object(
  {
    object: ObjectName('audit-event'),
    id: Id,
    action: Type.String(),
    /** `system` stands for automatic events, and for commands that the operator ran on the server. */
    actor: Type.Object({ type: Values(['user', 'system']), id: Type.String() }),
    /** `api` if a request caused the event, and `workflow` if the server did. */
    source: Values(['api', 'workflow']),
    /** The object that changed: the organization if the action names no other. */
    target: Type.Object({ type: Type.String(), id: Type.String() }),
    requestId: Type.Optional(Type.String()),
    createdAt: Timestamp,
    /** Equal to `createdAt`. */
    occurredAt: Timestamp,
    details: Type.Record(Type.String(), Type.Unknown()),
    /** Equal to `details`. */
    payload: Type.Record(Type.String(), Type.Unknown()),
    schemaVersion: Type.Integer({ minimum: 1 }),
    urls: Type.Object({ location: Address }),
  },
  { title: 'AuditEvent' },
)
export type AuditEvent = Static<typeof AuditEvent>

export const AuditEventAction = Type.Object(
  {
    object: ObjectName('audit-event-action'),
    /** Equal to `action`. */
    id: Type.String(),
    action: Type.String(),
    label: Type.String(),
  },
  { title: 'AuditEventAction' },
)

export const auditEventOperations = {
  listOrganizationAuditEventActions: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/audit-event-actions',
    summary: 'List audit log actions',
    description: 'Returns every action that the audit log can record.',
    access: ['org.admin'],
    scope: null,
    status: 200,
    returns: Type.Object({ items: Type.Array(AuditEventAction) }),
  },
  listOrganizationAuditEvents: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/audit-events',
    summary: 'List audit log entries',
    description: 'Newest first.',
    access: ['org.admin'],
    scope: null,
    query: ListQuery({
      action: Type.Optional(Values([...eventTypes])),
      actor: Type.Optional(Id),
      space: Type.Optional(Id),
      /** The ID of the object that changed. Invites are found by their whole ID. */
      target: Type.Optional(Id),
      from: Type.Optional(Timestamp),
      to: Type.Optional(Timestamp),
    }),
    status: 200,
    returns: List(AuditEvent),
  },
  getOrganizationAuditEvent: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/audit-events/{auditEventId}',
    summary: 'Get an audit log entry',
    access: ['org.admin'],
    scope: null,
    status: 200,
    returns: AuditEvent,
  },
} satisfies Operations
