import type { Role } from '@stemma/contract'
import { useOperation } from '../../app/operations.ts'
import type { Option } from '../../kit/choice.tsx'

export const roleWords: Readonly<Record<Role, string>> = {
  read: 'Read',
  comment: 'Comment',
  edit: 'Edit',
  review: 'Review',
  create: 'Create',
  admin: 'Admin',
}

/** From lowest to highest, and what each adds to the one before. */
export const roleOptions: readonly (Option & { readonly id: Role })[] = [
  { id: 'read', name: roleWords.read, note: 'see pages' },
  { id: 'comment', name: roleWords.comment, note: 'write comments' },
  { id: 'edit', name: roleWords.edit, note: 'write change requests' },
  { id: 'review', name: roleWords.review, note: 'review and merge' },
  { id: 'create', name: roleWords.create, note: 'create spaces' },
  { id: 'admin', name: roleWords.admin, note: 'everything' },
]

/** The choice that stands for no role, or no grant. */
export const none = 'none'

export function toRole(id: string): Role | null {
  return roleOptions.find((option) => option.id === id)?.id ?? null
}

/** The role of the person who looks. Guests have none. */
export function useOwnRole(organizationId: string): Role | null {
  const { id: userId } = useOperation('getAuthenticatedUser', {})
  return useOperation('getMemberInOrganizationById', { params: { organizationId, userId } }).role
}
