import type { Access, Operation, Role, Scope, TeamRole } from '@stemma/contract'
import { roles, scopes } from '@stemma/contract'
import { newSecret } from '../auth/secrets.ts'
import { givenToken, givenUser, type Person, type Server } from './harness.ts'
import { givenInvitation, grantUser, join, type World } from './world.ts'
import { grantedScopes } from './world-integration.ts'
import { addressOf } from './world-site.ts'

/** A kind of caller, described by the facts that determine the expected result. */
export interface Caller {
  readonly name: string
  /** False if the token is missing, malformed, unknown, revoked or expired. */
  readonly valid?: false
  readonly organization: 'none' | 'disabled' | 'guest' | Role
  readonly team?: TeamRole
  /** Levels granted to the caller directly. */
  readonly space?: Role
  readonly collection?: Role
  /** The caller is the user named in the path. */
  readonly self?: true
  /** The caller has a pending invitation as an admin. */
  readonly invited?: true
  /** Whether a limited token has the right scopes. */
  readonly scoped?: 'right' | 'wrong'
  /** The organization that the token is bound to. */
  readonly bound?: 'here' | 'elsewhere'
  /** What to send as Authorization; defaults to a valid token. */
  readonly sends?:
    | 'nothing'
    | 'noise'
    | 'unknown'
    | 'revoked'
    | 'expired'
    | 'content token'
    | 'installation token'
}

export const callers: readonly Caller[] = [
  { name: 'no token', valid: false, organization: 'none', sends: 'nothing' },
  { name: 'malformed token', valid: false, organization: 'none', sends: 'noise' },
  { name: 'unknown token', valid: false, organization: 'none', sends: 'unknown' },
  { name: 'revoked token', valid: false, organization: 'admin', sends: 'revoked' },
  { name: 'expired token', valid: false, organization: 'admin', sends: 'expired' },
  { name: 'admin of another organization', organization: 'none' },
  { name: 'invited as admin, not accepted', organization: 'none', invited: true },
  { name: 'disabled admin', organization: 'disabled' },
  { name: 'guest', organization: 'guest' },
  ...roles.map((role) => ({ name: `member ${role}`, organization: role })),
  { name: 'guest in the team', organization: 'guest', team: 'member' },
  { name: 'guest who owns the team', organization: 'guest', team: 'owner' },
  { name: 'reader who owns the team', organization: 'read', team: 'owner' },
  ...roles.map((role) => ({
    name: `guest with ${role} on the space`,
    organization: 'guest' as const,
    space: role,
  })),
  { name: 'guest with edit on the collection', organization: 'guest', collection: 'edit' },
  { name: 'guest with admin on the collection', organization: 'guest', collection: 'admin' },
  { name: 'creator, lowered to read on the space', organization: 'create', space: 'read' },
  { name: 'creator, lowered to read on the collection', organization: 'create', collection: 'read' },
  { name: 'the person themselves', organization: 'read', team: 'member', self: true },
  { name: 'admin, token with the scope', organization: 'admin', scoped: 'right' },
  { name: 'admin, token with every other scope', organization: 'admin', scoped: 'wrong' },
  { name: 'admin, token bound to this organization', organization: 'admin', bound: 'here' },
  { name: 'admin, token bound to another organization', organization: 'none', bound: 'elsewhere' },
  { name: 'visitor of the site, content token', organization: 'none', sends: 'content token' },
  { name: 'installation', organization: 'none', sends: 'installation token' },
]

/**
 * Derives the expected status from the contract and the facts alone. It deliberately shares no code with the
 * server's authorization: two implementations rarely make the same mistake.
 */
export function expectedStatus(id: string, operation: Operation, caller: Caller): number {
  if (operation.access[0] === 'public') return operation.status
  if (caller.valid === false) return 401
  if (caller.sends === 'content token') return expectedOfVisitor(id, operation)
  if (caller.sends === 'installation token') return expectedOfInstallation(operation)
  if (caller.scoped === 'wrong' || (caller.scoped && operation.scope === null)) return 403
  if (operation.access.some((access) => holds(access, operation, caller))) {
    return exceptions[id]?.(caller) ?? operation.status
  }
  return seesPlace(operation.path, caller) ? 403 : 404
}

/** A visitor can read the site but not the sample space, which is not part of any site. */
function expectedOfVisitor(id: string, { scope, access, status }: Operation): number {
  if (access.includes('site.audience')) return status
  if (id === 'renderIntegrationUIWithPost') return status
  // No page of the sample site mentions the sample person or shows the sample spec.
  if (access.includes('audience') || access.includes('space.audience')) return 404
  return ['site:read', 'site:search', 'space:read'].includes(scope ?? '') ? 404 : 403
}

/** An admin installed it, so only the granted scopes limit it. */
function expectedOfInstallation({ installations, status }: Operation): number {
  const isGranted = installations?.length === 0 || installations?.some((one) => grantedScopes.includes(one))
  return isGranted ? status : 403
}

function seesPlace(path: string, caller: Caller): boolean {
  if (path.includes('{integrationName}') && !seesIntegration(caller)) return false
  if (path.includes('{spaceId}')) return levelOf(caller, 'space') !== null
  if (path.includes('{collectionId}')) return levelOf(caller, 'collection') !== null
  if (path.includes('{siteId}')) return viewsSite(caller)
  if (path.includes('{integrationName}')) return true
  return !path.includes('{organizationId}') || isInside(caller)
}

/** The sample integration is private, and guests can't see an organization's integrations. */
function seesIntegration(caller: Caller): boolean {
  return isInside(caller) && caller.organization !== 'guest'
}

/** The sample site shows a space with the same grants as the sample space. */
function viewsSite({ organization, space, team, self, ...caller }: Caller): boolean {
  const isNamed = space !== undefined || team !== undefined || self === true
  return isInside({ organization, ...caller }) && (organization !== 'guest' || isNamed)
}

function holds(access: Access, operation: Operation, caller: Caller): boolean {
  const { organization, team, self } = caller
  if (access === 'any') return true
  // The configuration names only the sample admin.
  if (access === 'operator') return false
  if (access === 'self') {
    const own = operation.path.startsWith('/v1/users/') // These samples use the caller's own ID.
    return own || (isInside(caller) && self === true)
  }
  if (access === 'author') return levelOf(caller, 'space') !== null && self === true
  // The sample site is published for everyone.
  if (access === 'site.audience') return true
  if (access === 'integration.absent' || access === 'installation.absent') return !seesIntegration(caller)
  if (access === 'integration.view') return seesIntegration(caller)
  if (access === 'installation') return false
  if (access === 'space.absent') return levelOf(caller, 'space') === null
  if (access === 'collection.absent') return levelOf(caller, 'collection') === null
  if (!isInside(caller) || access === 'shareKey' || access === 'parent.create') return false
  if (access === 'audience' || access === 'space.audience') return false
  if (access === 'org.member') return true
  if (access === 'site.view') return viewsSite(caller)
  if (access === 'team.member') return team !== undefined
  if (access === 'team.owner') return team === 'owner'
  const [object, needed] = access.split('.') as [string, Role]
  if (object === 'owner') return organization === needed
  if (object === 'org') return reaches(organization === 'guest' ? null : (organization as Role), needed)
  if (object === 'space' || object === 'collection') return reaches(levelOf(caller, object), needed)
  throw new Error(`Say in test/callers.ts who has ${access}.`)
}

/** The sample space is in the sample collection. Neither has a default level, and the team can read both. */
function levelOf(caller: Caller, object: 'space' | 'collection'): Role | null {
  const { organization, team, space, collection, self } = caller
  if (!isInside(caller)) return null
  if (organization === 'admin') return 'admin'
  const named = self ? 'read' : undefined
  const onCollection = named ?? collection ?? (team ? 'read' : undefined)
  const onSpace = named ?? space ?? (team ? 'read' : undefined)
  const role = organization === 'guest' ? null : (organization as Role)
  return (object === 'space' ? (onSpace ?? onCollection) : onCollection) ?? role
}

function isInside({ organization }: Caller): boolean {
  return organization !== 'none' && organization !== 'disabled'
}

function reaches(level: Role | null, needed: Role): boolean {
  return level !== null && roles.indexOf(level) >= roles.indexOf(needed)
}

/** Operations that reject some callers that `access` allows, as described in their `also`. */
const exceptions: Readonly<Record<string, (caller: Caller) => number | undefined>> = {
  getUserById: (caller) => (isInside(caller) ? undefined : 404),
  createOrganization: ({ bound }) => (bound ? 403 : undefined),
  listSessions: ({ bound }) => (bound ? 403 : undefined),
  endSession: ({ bound }) => (bound ? 403 : undefined),
  // None of the callers has proved who they are.
  deleteAuthenticatedUser: () => 403,
  deleteOrganizationById: () => 403,
  // None of the callers has a password yet, and all of them send tokens.
  setPassword: () => 403,
  proveIdentity: () => 403,
  startAuthenticator: () => 403,
  startPasskey: () => 403,
  replaceRecoveryCodes: () => 403,
  // The sample second factors are those of the sample admin.
  getSecondFactors: ({ bound }) => (bound ? 403 : undefined),
  confirmAuthenticator: ({ bound }) => (bound ? 403 : 404),
  confirmPasskey: ({ bound }) => (bound ? 403 : 404),
  startPasskeyProof: ({ bound }) => (bound ? 403 : 409),
  updateSecondFactor: ({ bound }) => (bound ? 403 : 404),
  deleteSecondFactor: ({ bound }) => (bound ? 403 : undefined),
  // The sample invitation is for the sample admin, who is never one of the callers.
  acceptInvitation: ({ invited }) => (invited ? undefined : 404),
  declineInvitation: ({ invited }) => (invited ? undefined : 204),
  joinOrganization: unlessBarred,
  joinOrganizationWithInvite: unlessBarred,
  // The copy goes into the collection, the moved space to the top level, the transferred one to the annex.
  duplicateSpace: (caller) => {
    const level = levelOf(caller, 'collection')
    return reaches(level, 'create') ? undefined : level === null ? 404 : 403
  },
  moveSpace: ({ organization }) => (organization === 'guest' ? 403 : undefined),
  // The space is in the body, and the sample admin started the run.
  startImportRun: unlessEditor,
  getImportRun: unlessAdmin,
  cancelImportRun: unlessAdmin,
  createSite: unlessCreator,
  addSectionToSite: unlessCreator,
  addSpaceToSite: unlessCreator,
  updateSiteSpaceById: unlessCreator,
  deleteSpaceById: (caller) => (levelOf(caller, 'space') === null ? 204 : undefined),
  deleteCollectionById: (caller) => (levelOf(caller, 'collection') === null ? 204 : undefined),
  installIntegration: ({ organization }) => (organization === 'admin' ? undefined : 403),
  uninstallIntegration: unlessUnseen,
  uninstallIntegrationFromSpace: unlessUnseen,
  uninstallIntegrationFromSite: unlessUnseen,
  transferSpace: unlessBound,
  transferCollection: unlessBound,
}

function unlessBarred({ organization, bound }: Caller) {
  return organization === 'disabled' || bound === 'elsewhere' ? 403 : undefined
}

function unlessEditor(caller: Caller) {
  const level = levelOf(caller, 'space')
  return reaches(level, 'edit') ? undefined : level === null ? 404 : 403
}

function unlessAdmin({ organization }: Caller) {
  return organization === 'admin' ? undefined : 404
}

function unlessCreator(caller: Caller) {
  return reaches(levelOf(caller, 'space'), 'create') ? undefined : 403
}

/** Callers that can't see the installation get 204, because for them there is nothing to uninstall. */
function unlessUnseen(caller: Caller) {
  return seesIntegration(caller) ? undefined : 204
}

function unlessBound({ bound }: Caller) {
  return bound ? 404 : undefined
}

/** Creates the user behind a caller, and the secret they send. */
export async function givenCaller(server: Server, world: World, operation: Operation, caller: Caller) {
  const { ours, theirs } = world
  const person = caller.self ? ours.person : await givenUser(server)
  if (!caller.self) await enroll(server, world, person, caller)
  const secret = await secretOf(server, world, operation, caller, person)
  const invitationId = caller.invited && (await givenInvitation(server, ours.organizationId, person))
  return { ...person, ...secret, invitationId, home: caller.bound === 'elsewhere' ? theirs : ours }
}

async function enroll(server: Server, { ours, theirs }: World, person: Person, caller: Caller) {
  const { organizationId, teamId } = ours
  const { organization, team } = caller
  if (isInside(caller)) await join(server, ours.annexId, person.id, 'create')
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
  const places = {
    spaceIds: [ours.spaceId, ours.shownSpaceId, ours.deletedSpaceId],
    collectionId: ours.collectionId,
  }
  await grantUser(server, places, person.id, caller)
  if (team) {
    await server.db
      .insertInto('team_members')
      .values({ organization_id: organizationId, team_id: teamId, user_id: person.id, role: team })
      .execute()
  }
}

async function contentToken(server: Server, { ours }: World) {
  const found = await server
    .as(undefined)
    .resolvePublishedContentByUrl({ body: { url: addressOf(ours.site) } })
  return 'apiToken' in found ? found.apiToken : undefined
}

async function secretOf(server: Server, world: World, operation: Operation, caller: Caller, person: Person) {
  const { ours, theirs } = world
  if (caller.sends === 'nothing') return { secret: undefined, tokenId: person.tokenId }
  if (caller.sends === 'noise') return { secret: 'stm_not-a-token', tokenId: person.tokenId }
  if (caller.sends === 'unknown') return { secret: newSecret(), tokenId: person.tokenId }
  if (caller.sends === 'content token')
    return { secret: await contentToken(server, world), tokenId: person.tokenId }
  if (caller.sends === 'installation token') {
    const { organizationId, admin, integration } = ours
    const { installationId } = integration
    return givenToken(server, admin.id, { organizationId, installationId, scopes: [] })
  }
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
