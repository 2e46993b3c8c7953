import type { Role } from '@stemma/contract'

/** The roles in the contract, lowest first; help and completion don't load the contract. */
export const roles = [
  'read',
  'comment',
  'edit',
  'review',
  'create',
  'admin',
] as const satisfies readonly Role[]
