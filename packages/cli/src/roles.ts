import type { Role } from '@stemma/contract'

/** The roles of the contract, lowest first; help and completion do not load it. */
export const roles = [
  'read',
  'comment',
  'edit',
  'review',
  'create',
  'admin',
] as const satisfies readonly Role[]
