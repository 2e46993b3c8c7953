import type { Access, Operation, Role, Scope, TeamRole } from '@stemma/contract'
import { roles, scopes } from '@stemma/contract'
import { newSecret } from '../auth/secrets.ts'
import { givenToken, givenUser, type Person, type Server } from './harness.ts'
import { join, type World } from './world.ts'

/** A kind of caller, as facts from which anybody can tell what must happen. */
export interface Caller {
  readonly name: string
  /** False: the token is missing, malformed, unknown, revoked or expired. */
  readonly valid?: false
  readonly organization: 'none' | 'disabled' | 'guest' | Role
  readonly team?: TeamRole
  /** The caller is the person the path names. */
  readonly self?: true
  /** Which scopes the token has, if it is limited. */
  readonly scoped?: 'right' | 'wrong'
  /** The one organization the token is bound to, if any. */
  readonly bound?: 'here' | 'elsewhere'
  /** What to send as Authorization; a whole token unless told. */
  readonly sends?: 'nothing' | 'noise' | 'unknown' | 'revoked' | 'expired'
}

export const callers: readonly Caller[] = [
  { name: 'no token', valid: false, organization: 'none', sends: 'nothing' },
  { name: 'malformed token', valid: false, organization: 'none', sends: 'noise' },
  { name: 'unknown token', valid: false, organization: 'none', sends: 'unknown' },
  { name: 'revoked token', valid: false, organization: 'admin', sends: 'revoked' },
  { name: 'expired token', valid: false, organization: 'admin', sends: 'expired' },
  { name: 'admin of another organization', organization: 'none' },
  { name: 'disabled admin', organization: 'disabled' },
  { name: 'guest', organization: 'guest' },
  ...roles.map((role) => ({ name: `member ${role}`, organization: role })),
  { name: 'guest in the team', organization: 'guest', team: 'member' },
  { name: 'guest who owns the team', organization: 'guest', team: 'owner' },
  { name: 'reader who owns the team', organization: 'read', team: 'owner' },
  { name: 'the person themselves', organization: 'read', team: 'member', self: true },
  { name: 'admin, token with the scope', organization: 'admin', scoped: 'right' },
  { name: 'admin, token with every other scope', organization: 'admin', scoped: 'wrong' },
  { name: 'admin, token bound to this organization', organization: 'admin', bound: 'here' },
  { name: 'admin, token bound to another organization', organization: 'none', bound: 'elsewhere' },
]

/**
 * What must happen, told from the contract and the facts alone. It is written apart from the
 * server's own decision on purpose: two that agree by accident are rarer than one that is wrong.
 */
export function expectedStatus(id: string, operation: Operation, caller: Caller): number {
  if (operation.access[0] === 'public') return operation.status
  if (caller.valid === false) return 401
  if (caller.scoped === 'wrong' || (caller.scoped && operation.scope === null)) return 403
  const exception = exceptions[id]?.(caller)
  if (exception !== undefined) return exception
  if (operation.access.some((access) => holds(access, operation, caller))) return operation.status
  const isInside = caller.organization !== 'none' && caller.organization !== 'disabled'
  return operation.path.includes('{organizationId}') && !isInside ? 404 : 403
}

function holds(access: Access, operation: Operation, { organization, team, self }: Caller): boolean {
  const isInside = organization !== 'none' && organization !== 'disabled'
  if (access === 'any') return true
  if (access === 'self') {
    const own = operation.path.startsWith('/v1/users/') // The sample of such an operation names the caller.
    return own || (isInside && self === true)
  }
  if (!isInside) return false
  if (access === 'org.member') return true
  if (access === 'team.member') return team !== undefined
  if (access === 'team.owner') return team === 'owner'
  if (!access.startsWith('org.')) throw new Error(`Say in test/callers.ts who has ${access}.`)
  return organization !== 'guest' && roles.indexOf(organization) >= roles.indexOf(access.slice(4) as Role)
}

/** Operations for any token whose `also` refuses some callers. */
const exceptions: Readonly<Record<string, (caller: Caller) => number | undefined>> = {
  getUserById: ({ organization }) => (['none', 'disabled'].includes(organization) ? 404 : undefined),
  createOrganization: ({ bound }) => (bound ? 403 : undefined),
  joinOrganization: unlessBarred,
  joinOrganizationWithInvite: unlessBarred,
}

function unlessBarred({ organization, bound }: Caller) {
  return organization === 'disabled' || bound === 'elsewhere' ? 403 : undefined
}

/** Makes the person behind a caller, and the secret they send. */
export async function givenCaller(server: Server, world: World, operation: Operation, caller: Caller) {
  const { ours, theirs } = world
  const person = caller.self ? ours.person : await givenUser(server)
  if (!caller.self) await enroll(server, world, person, caller)
  const secret = await secretOf(server, world, operation, caller, person)
  return { ...person, ...secret, home: caller.bound === 'elsewhere' ? theirs : ours }
}

async function enroll(server: Server, { ours, theirs }: World, person: Person, caller: Caller) {
  const { organizationId, teamId } = ours
  const { organization, team } = caller
  if (organization === 'none') await join(server, theirs.organizationId, person.id, 'admin')
  if (caller.bound === 'elsewhere') await join(server, organizationId, person.id, 'admin')
  if (organization === 'none') return
  const role = organization === 'guest' ? null : organization === 'disabled' ? 'admin' : organization
  await join(server, organizationId, person.id, role)
  if (organization === 'disabled') {
    await server.db
      .updateTable('members')
      .set({ disabled_at: new Date().toISOString() })
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', person.id)
      .execute()
  }
  if (team) {
    await server.db
      .insertInto('team_members')
      .values({ organization_id: organizationId, team_id: teamId, user_id: person.id, role: team })
      .execute()
  }
}

async function secretOf(server: Server, world: World, operation: Operation, caller: Caller, person: Person) {
  const { ours, theirs } = world
  if (caller.sends === 'nothing') return { secret: undefined, tokenId: person.tokenId }
  if (caller.sends === 'noise') return { secret: 'stm_not-a-token', tokenId: person.tokenId }
  if (caller.sends === 'unknown') return { secret: newSecret(), tokenId: person.tokenId }
  const right = operation.scope ?? 'user:read'
  const chosen: readonly Scope[] | null =
    caller.scoped === 'right'
      ? [right]
      : caller.scoped === 'wrong'
        ? scopes.filter((scope) => scope !== right)
        : null
  const bound = caller.bound === 'here' ? ours : caller.bound === 'elsewhere' ? theirs : undefined
  const token = await givenToken(server, person.id, {
    scopes: chosen,
    ...(bound && { organizationId: bound.organizationId }),
    ...(caller.sends === 'expired' && { expiresAt: '2001-01-01T00:00:00.000Z' }),
  })
  if (caller.sends === 'revoked')
    await server.db.deleteFrom('tokens').where('id', '=', token.tokenId).execute()
  return token
}
