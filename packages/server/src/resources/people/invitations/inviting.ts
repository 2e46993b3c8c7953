import { newSecret, secretHash } from '../../../auth/secrets.ts'
import type { Context } from '../../../common/context.ts'
import { newId } from '../../../common/ids.ts'
import { emit } from '../../../events/emit.ts'
import * as organizations from '../../organizations/organizations/store.ts'
import { postMail } from '../mails/index.ts'
import * as users from '../users/store.ts'
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
  if (wanted.length === 0) return { ids: new Map(), created: 0, mailed: 0 }
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
  const mailed = await mailInvitations(
    context,
    organizationId,
    changed.map(({ email, id }) => ({ email, invitationId: ids.get(email) ?? id })),
  )
  return { ids, created: created.size, mailed }
}

/** Returns how many mails were written. Their links prove that whoever opens one has the address. */
async function mailInvitations(context: Context, organizationId: string, invited: readonly Addressee[]) {
  const { db, now, caller, sendsMail } = context
  if (!sendsMail || invited.length === 0) return 0
  const language = (await users.languageOf(db, caller.userId)) ?? 'en'
  const inviter = (await users.find(db, caller.userId))?.displayName ?? ''
  const organization = (await organizations.find(db, organizationId))?.title ?? ''
  const before = new Date(Date.parse(now) - mailedAgainMs).toISOString()
  let mailed = 0
  for (const { email, invitationId } of invited) {
    const secret = newSecret()
    const marked = { invitationId, codeHash: secretHash(secret), now, before }
    if (!(await invitations.markMailed(db, marked))) continue
    const letter = { kind: 'invitation', inviter, organization } as const
    await postMail(context, { home: organizationId, recipient: email, language, letter, secret })
    mailed++
  }
  return mailed
}

interface Addressee {
  readonly email: string
  readonly invitationId: string
}

/** An admin can't fill somebody's mailbox by inviting them again and again. */
const mailedAgainMs = 10 * 60 * 1000

const dayMs = 24 * 60 * 60 * 1000

interface Invited {
  readonly ids: ReadonlyMap<string, string>
  /** How many addresses had no pending invitation before. */
  readonly created: number
  /** How many of them get a mail. */
  readonly mailed: number
}
