import type { TeamRole } from '@stemma/contract'
import type { Person } from './store.ts'

/**
 * What a change of a team's members comes to. People stand under their id, or the address of who has
 * none yet.
 */
export interface Change {
  /** Without a role: the one they have, or that of a plain member. */
  readonly set: ReadonlyMap<string, TeamRole | undefined>
  readonly remove: ReadonlySet<string>
}

export interface Asked {
  readonly add?: readonly string[]
  readonly remove?: readonly string[]
  readonly memberships?: Readonly<Record<string, { readonly role: TeamRole }>>
}

/** Who is both added and removed is removed, however they are named: `ids` tells whose an address is. */
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

/** Those whose role becomes another one than it was, with the new one. */
export function changes(set: Change['set'], before: ReadonlyMap<string, TeamRole>): Person[] {
  return [...set]
    .map(([userId, role]) => ({ userId, role: role ?? before.get(userId) ?? 'member' }))
    .filter(({ userId, role }) => role !== before.get(userId))
}

/** An id never holds an @. */
export function isEmail(user: string): boolean {
  return user.includes('@')
}

/** E-mail addresses are compared in lower case; ids are as they are. */
function normal(user: string): string {
  return isEmail(user) ? user.toLowerCase() : user
}
