import type { Context } from '../../../common/context.ts'
import { newId } from '../../../common/ids.ts'
import { emit } from '../../../events/emit.ts'
import * as invitations from './store.ts'

/**
 * Invites addresses and returns invitation IDs by address. It reads no accounts, so it can't reveal whether
 * an address has one. An address that is already invited keeps its invitation; with `renewed`, the
 * invitation gets the new role and a new expiry.
 */
export async function inviteAddresses(
  context: Context,
  organizationId: string,
  wanted: readonly invitations.NewInvitation[],
  { renewed }: { readonly renewed: boolean },
): Promise<Invited> {
  const { db, now, invitationDays } = context
  if (wanted.length === 0) return { ids: new Map(), created: 0 }
  const expiresAt = new Date(Date.parse(now) + invitationDays * dayMs).toISOString()
  // Sorted, so that two requests about the same addresses lock in the same order and can't deadlock.
  const rows = wanted
    .toSorted((one, other) => (one.email < other.email ? -1 : 1))
    .map((row) => ({ id: newId(), organizationId, createdAt: now, expiresAt, ...row }))
  const emails = rows.map(({ email }) => email)
  await invitations.removeExpired(db, { organizationId, now }, emails)
  const created = await invitations.insert(db, rows)
  const changed = renewed ? rows : rows.filter(({ email }) => created.has(email))
  for (const row of changed) if (!created.has(row.email)) await invitations.renew(db, row)
  const ids = await invitations.idsByEmail(db, { organizationId, now }, emails)
  await emit(
    context,
    ...changed.map(({ email, role, id }) => ({
      type: created.has(email) ? ('invitation.created' as const) : ('invitation.renewed' as const),
      invitationId: ids.get(email) ?? id,
      email,
      role,
    })),
  )
  return { ids, created: created.size }
}

const dayMs = 24 * 60 * 60 * 1000

interface Invited {
  readonly ids: ReadonlyMap<string, string>
  /** How many addresses had no pending invitation before. */
  readonly created: number
}
