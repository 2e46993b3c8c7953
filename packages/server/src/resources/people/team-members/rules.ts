import type { TeamRole } from '@stemma/contract'
import type { Person } from './store.ts'

/**
 * A change to a team's members. The keys are user or invitation IDs, or e-mail addresses for people who
 * have neither.
 */
export interface Change {
  /** Undefined keeps the current role, or makes the person a plain member. */
  readonly set: ReadonlyMap<string, TeamRole | undefined>
  readonly remove: ReadonlySet<string>
}

export interface Asked {
  readonly add?: readonly string[]
  readonly remove?: readonly string[]
  readonly memberships?: Readonly<Record<string, { readonly role: TeamRole }>>
}

/** Removing wins over adding, whether people are named by ID or address. `ids` maps addresses to IDs. */
export function plan(
  { add = [], remove = [], memberships = {} }: Asked,
  ids: ReadonlyMap<string, string>,
): Change {
  const idOf = (user: string) => ids.get(normal(user)) ?? normal(user)
  const removed = new Set(remove.map(idOf))
  const set = new Map<string, TeamRole | undefined>(add.map((user) => [idOf(user), undefined]))
  for (const [user, { role }] of Object.entries(memberships)) set.set(idOf(user), role)
  for (const user of removed) set.delete(user)
  return { set, remove: removed }
}

export function emailsIn({ add = [], remove = [], memberships = {} }: Asked): string[] {
  const users = [...add, ...remove, ...Object.keys(memberships)]
  return [...new Set(users.filter(isEmail).map(normal))]
}

/** The people whose role changes, with their new role. */
export function changes(set: Change['set'], before: ReadonlyMap<string, TeamRole>): Person[] {
  return [...set]
    .map(([userId, role]) => ({ userId, role: role ?? before.get(userId) ?? 'member' }))
    .filter(({ userId, role }) => role !== before.get(userId))
}

/** An ID never contains an @. */
export function isEmail(user: string): boolean {
  return user.includes('@')
}

/** E-mail addresses are compared in lower case, IDs unchanged. */
function normal(user: string): string {
  return isEmail(user) ? user.toLowerCase() : user
}
