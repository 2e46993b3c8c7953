import type { PageQuery, Role, TeamRole } from '@stemma/contract'
import type { Database } from '../../../db/database.ts'
import { paginate } from '../../../db/paginate.ts'
import { rowLock } from '../../../db/row-lock.ts'
import type { Place } from '../../access/permissions/store.ts'

const columns = [
  'invitations.id',
  'invitations.organization_id as organizationId',
  'invitations.email',
  'invitations.role',
  'invitations.sso',
  'invitations.created_at as createdAt',
  'invitations.expires_at as expiresAt',
] as const

export interface InvitationRow extends NewInvitation {
  readonly id: string
  readonly organizationId: string
  readonly createdAt: string
  readonly expiresAt: string
}

export interface NewInvitation {
  readonly email: string
  readonly role: Role | null
  readonly sso: boolean
}

const byId = [{ column: 'invitations.id', field: 'id', kind: 'text' }] as const

export function list(db: Database, { organizationId, now }: Moment, page: PageQuery) {
  const query = db
    .selectFrom('invitations')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('expires_at', '>', now)
  return paginate(query, page, { direction: 'asc', keys: byId })
}

/** The invitations to an address; a bound token sees only those of its organization. */
export function listReceived(
  db: Database,
  { email, boundTo, now }: { email: string; boundTo: string | null; now: string },
  page: PageQuery,
) {
  const query = db
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .select([...columns, 'organizations.title'])
    .where('invitations.email', '=', email)
    .where('invitations.expires_at', '>', now)
    .$if(boundTo !== null, (one) => one.where('invitations.organization_id', '=', boundTo ?? ''))
  return paginate(query, page, { direction: 'asc', keys: byId })
}

export function find(db: Database, { invitationId, now }: { invitationId: string; now: string }) {
  return pending(db, now).where('invitations.id', '=', invitationId).executeTakeFirst()
}

/** The invitation whose mail contains a secret. */
export function findByCode(db: Database, codeHash: Buffer, now: string) {
  return pending(db, now)
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .select('organizations.title')
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
}

/** Gives an invitation the secret of a new mail, unless it was mailed just now. */
export async function markMailed(db: Database, { invitationId, codeHash, now, before }: Mailed) {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set({ code_hash: codeHash, mailed_at: now })
    .where('id', '=', invitationId)
    .where((eb) => eb.or([eb('mailed_at', 'is', null), eb('mailed_at', '<', before)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

interface Mailed {
  readonly invitationId: string
  readonly codeHash: Buffer
  readonly now: string
  /** An invitation that was mailed after this keeps its secret. */
  readonly before: string
}

/** Keeps the invitation from changing until the transaction ends. */
export async function lockForEmail(
  db: Database,
  { organizationId, email, now }: { organizationId: string; email: string; now: string },
) {
  return pending(db, now)
    .where('organization_id', '=', organizationId)
    .where('email', '=', email)
    .modifyEnd(await rowLock(db, 'for update', 'invitations', [organizationId]))
    .executeTakeFirst()
}

/** The pending invitations with these IDs, by ID, locked in the order of their IDs. */
export async function lockAmong(
  db: Database,
  { organizationId, now }: Moment,
  ids: readonly string[],
): Promise<Map<string, InvitationRow>> {
  if (ids.length === 0) return new Map()
  const rows = await pending(db, now)
    .where('organization_id', '=', organizationId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .orderBy('id')
    .modifyEnd(await rowLock(db, 'for update', 'invitations', [organizationId]))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export async function idsByEmail(
  db: Database,
  { organizationId, now }: Moment,
  emails: readonly string[],
): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map()
  const rows = await db
    .selectFrom('invitations')
    .select(['id', 'email'])
    .where('organization_id', '=', organizationId)
    .where('expires_at', '>', now)
    .where((eb) => eb('email', '=', eb.fn.any(eb.val([...emails]))))
    .execute()
  return new Map(rows.map(({ id, email }) => [email, id]))
}

/** Returns the addresses that had no invitation before. */
export async function insert(db: Database, rows: readonly InvitationRow[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const inserted = await db
    .insertInto('invitations')
    .values(
      rows.map(({ organizationId, createdAt, expiresAt, ...row }) => ({
        ...row,
        organization_id: organizationId,
        created_at: createdAt,
        expires_at: expiresAt,
      })),
    )
    .onConflict((conflict) => conflict.columns(['organization_id', 'email']).doNothing())
    .returning('email')
    .execute()
  return new Set(inserted.map(({ email }) => email))
}

export async function renew(db: Database, row: Omit<InvitationRow, 'id' | 'createdAt'>) {
  const { organizationId, email, role, sso, expiresAt } = row
  await db
    .updateTable('invitations')
    .set({ role, sso, expires_at: expiresAt })
    .where('organization_id', '=', organizationId)
    .where('email', '=', email)
    .execute()
}

export async function remove(db: Database, invitationId: string) {
  await db.deleteFrom('invitations').where('id', '=', invitationId).execute()
}

/** Removes the invitations of all organizations to an address. */
export function removeForAddress(db: Database, email: string) {
  return db
    .deleteFrom('invitations')
    .where('email', '=', email)
    .returning(['id', 'organization_id as organizationId'])
    .execute()
}

/** Expired invitations would conflict with new ones to the same addresses. */
export async function removeExpired(
  db: Database,
  { organizationId, now }: Moment,
  emails: readonly string[],
) {
  await db
    .deleteFrom('invitations')
    .where('organization_id', '=', organizationId)
    .where('expires_at', '<=', now)
    .where((eb) => eb('email', '=', eb.fn.any(eb.val([...emails]))))
    .execute()
}

export async function prune(db: Database, now: string) {
  await db.deleteFrom('invitations').where('expires_at', '<=', now).execute()
}

export function teamsOf(db: Database, invitationIds: readonly string[]) {
  return db
    .selectFrom('invitation_teams')
    .select(['invitation_id as invitationId', 'team_id as teamId', 'role'])
    .where((eb) => eb('invitation_id', '=', eb.fn.any(eb.val([...invitationIds]))))
    .orderBy('team_id')
    .execute()
}

export function levelsOf(db: Database, invitationIds: readonly string[]) {
  return db
    .selectFrom('invitation_levels')
    .select(['invitation_id as invitationId', 'kind', 'place_id as placeId', 'role'])
    .where((eb) => eb('invitation_id', '=', eb.fn.any(eb.val([...invitationIds]))))
    .orderBy('kind')
    .orderBy('place_id')
    .$castTo<PendingLevel>()
    .execute()
}

export interface PendingLevel {
  readonly invitationId: string
  readonly kind: Place['kind']
  readonly placeId: string
  readonly role: Role
}

/** Null removes the invited person from the team. */
export async function setTeam(
  db: Database,
  invitationId: string,
  teamId: string,
  role: TeamRole | null,
): Promise<void> {
  if (role === null) {
    await db
      .deleteFrom('invitation_teams')
      .where('invitation_id', '=', invitationId)
      .where('team_id', '=', teamId)
      .execute()
    return
  }
  await db
    .insertInto('invitation_teams')
    .values({ invitation_id: invitationId, team_id: teamId, role })
    .onConflict((conflict) => conflict.columns(['invitation_id', 'team_id']).doUpdateSet({ role }))
    .execute()
}

export async function setLevel(
  db: Database,
  { invitationId, kind, placeId }: Omit<PendingLevel, 'role'>,
  role: Role | null,
) {
  if (role === null) {
    await db
      .deleteFrom('invitation_levels')
      .where('invitation_id', '=', invitationId)
      .where('kind', '=', kind)
      .where('place_id', '=', placeId)
      .execute()
    return
  }
  await db
    .insertInto('invitation_levels')
    .values({ invitation_id: invitationId, kind, place_id: placeId, role })
    .onConflict((conflict) => conflict.columns(['invitation_id', 'kind', 'place_id']).doUpdateSet({ role }))
    .execute()
}

function pending(db: Database, now: string) {
  return db.selectFrom('invitations').select(columns).where('invitations.expires_at', '>', now)
}

/** `now` is the time at which an invitation must not have expired. */
interface Moment {
  readonly organizationId: string
  readonly now: string
}
