import { type Reason, reasons } from './errors.ts'
import type { Operation } from './operation.ts'

/** Every error reason of an operation: its own, and the general ones that apply to it. */
export function refusalsOf(operation: Operation): readonly Reason[] {
  const { method, access, errors = [] } = operation
  const takesKeys = method !== 'GET' && method !== 'DELETE' && access[0] !== 'public'
  return [
    ...ofEveryOperation,
    ...(method === 'GET' ? [] : [...ofBodies, ...ofPreconditions]),
    ...(takesKeys ? ofIdempotencyKeys : []),
    ...errors,
  ]
}

/** Every status that an operation can return. */
export function statusesOf(operation: Operation): readonly number[] {
  const { method, status } = operation
  const refused = refusalsOf(operation).map((reason) => reasons[reason])
  const others = method === 'DELETE' ? [204] : method === 'GET' ? [304] : []
  return [...new Set([status, ...others, ...refused])].sort((a, b) => a - b)
}

const ofEveryOperation: readonly Reason[] = [
  'invalid_request',
  'unauthenticated',
  'forbidden',
  'insufficient_scope',
  'cross_site_request',
  'sso_required',
  'second_factor_required',
  'not_found',
  'rate_limited',
  'internal',
  'unavailable',
]
const ofBodies: readonly Reason[] = ['payload_too_large', 'unsupported_media_type']
/** `If-Match` also fails on paths without an ETag. */
const ofPreconditions: readonly Reason[] = ['precondition_failed']
const ofIdempotencyKeys: readonly Reason[] = ['idempotency_key_in_use', 'idempotency_key_reused']
