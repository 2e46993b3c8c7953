import {
  type Access,
  type Operation,
  type ParamName,
  type Role,
  roles,
  type TeamRole,
} from '@stemma/contract'

/**
 * A person's standing in an organization: not a member, disabled, a member without the required single
 * sign-on or second factor, a guest, or a member with a role.
 */
export type OrganizationStanding = 'none' | 'disabled' | Unproved | 'guest' | Role

/** A member who has not proved what the organization requires. */
type Unproved = 'sso_required' | 'second_factor_required'

export function isUnproved(standing: OrganizationStanding | undefined): standing is Unproved {
  return standing === 'sso_required' || standing === 'second_factor_required'
}

export function isInside(standing: OrganizationStanding | undefined): boolean {
  return standing !== undefined && standing !== 'none' && standing !== 'disabled' && !isUnproved(standing)
}

/** What an organization requires and the caller has not proved. SQL twin: `levels.ts`. */
export function missingTo(demand: Demand, caller: Proof): Unproved | undefined {
  const { id, sso, ssoExemptUserId, secondFactor } = demand
  const isFromProvider = caller.ssoOrganizationId === id
  if (sso && !isFromProvider && caller.userId !== ssoExemptUserId) return 'sso_required'
  return secondFactor && !isFromProvider && !caller.secondFactor ? 'second_factor_required' : undefined
}

interface Demand {
  readonly id: string
  readonly sso: boolean
  readonly ssoExemptUserId: string | null
  readonly secondFactor: boolean
}

interface Proof {
  readonly secondFactor?: boolean
  readonly userId: string
  readonly ssoOrganizationId: string | null
}

/** The caller's standing to every object in the path. `standing.ts` computes it in SQL. */
export interface Standing {
  /** Absent if the path names nothing in an organization. */
  readonly organization?: OrganizationStanding
  readonly team?: TeamRole | null
  readonly collection?: Role | null
  readonly space?: Role | null
  /** The level on the collection that the body names as parent. */
  readonly parent?: Role | null
  /** Whether the caller may view the site. */
  readonly site?: boolean
  /** Whether the published site is for the caller. */
  readonly audience?: boolean
  /** Whether the site that a content token is for shows the space to its holder. */
  readonly shownSpace?: boolean
  /** Whether the published site of a content token is for its holder. Absent for callers with an account. */
  readonly visitor?: boolean
  /** Whether the caller sent the key of an active share link to a site that shows the space. */
  readonly shareKey?: boolean
  /** Whether the caller can see the integration. One they can't see doesn't exist for them. */
  readonly integration?: 'seen' | 'absent'
  /** The standing in the organization that owns the integration. */
  readonly owner?: OrganizationStanding
  /** Whether the installation is visible to the caller, or is the caller itself. */
  readonly installation?: 'own' | 'seen' | 'absent'
  readonly self?: boolean
  /** Whether the caller runs the server. */
  readonly operator?: boolean
  /** Whether the caller wrote the comment or reply in the path. */
  readonly author?: boolean
}

/** One level on the way from a space to its organization: the space, its collection, the parent of that… */
export interface Level {
  readonly personal: Role | null
  readonly team: Role | null
  readonly inherits: boolean
  readonly defaultLevel: Role | null
}

/** The level of a person on a space or collection. */
export function levelOf(standing: OrganizationStanding, levels: readonly Level[]): Role | null {
  return stepsTo(standing, levels).at(-1)?.level ?? null
}

/** How that level is decided: everything that was looked at, up to the step that decides. */
export function stepsTo(standing: OrganizationStanding, levels: readonly Level[]): readonly Step[] {
  const steps: Step[] = []
  for (const step of allSteps(standing, levels)) {
    steps.push(step)
    if (step.level !== undefined) break
  }
  return steps
}

/**
 * An organization admin is admin everywhere. For all others, the first level that says anything about the
 * person decides, whether it raises or lowers the result: a direct grant, else the highest team grant, else
 * the default, which doesn't apply to guests. `migrations/0003-levels.sql` implements the same in SQL: change
 * both together.
 */
function* allSteps(standing: OrganizationStanding, levels: readonly Level[]): Generator<Step> {
  const isGuest = standing === 'guest'
  yield membershipStep(standing)
  for (const [at, level] of levels.entries()) {
    yield { source: 'user', at, ...saidBy(level.personal) }
    yield { source: 'team', at, ...saidBy(level.team) }
    yield { source: 'default', at, ...saidByDefault(level, isGuest) }
  }
  yield isGuest
    ? { source: 'role', reason: 'no_role', level: null }
    : { source: 'role', reason: 'role', level: standing as Role }
}

/** One thing that was looked at, and what it said. */
export interface Step {
  readonly source: 'membership' | 'user' | 'team' | 'default' | 'role'
  /** The number of the level that it belongs to. Absent if it belongs to the organization. */
  readonly at?: number
  readonly reason:
    | ('disabled' | 'not_a_member' | Unproved | 'admin' | 'guest' | 'member')
    | ('granted' | 'not_granted' | 'set' | 'inherited' | 'not_for_guests' | 'role' | 'no_role')
  /** The level that it decides: null for no access, absent if it decides nothing. */
  readonly level?: Role | null
}

function membershipStep(standing: OrganizationStanding): Step {
  const source = 'membership'
  if (standing === 'none') return { source, reason: 'not_a_member', level: null }
  if (standing === 'disabled' || isUnproved(standing)) return { source, reason: standing, level: null }
  if (standing === 'admin') return { source, reason: 'admin', level: 'admin' }
  return { source, reason: standing === 'guest' ? 'guest' : 'member' }
}

function saidBy(role: Role | null): Pick<Step, 'reason' | 'level'> {
  return role === null ? { reason: 'not_granted' } : { reason: 'granted', level: role }
}

function saidByDefault({ inherits, defaultLevel }: Level, isGuest: boolean): Pick<Step, 'reason' | 'level'> {
  if (isGuest) return { reason: 'not_for_guests' }
  return inherits ? { reason: 'inherited' } : { reason: 'set', level: defaultLevel }
}

/** Members with a role see all sites; guests see those with a space they can read. */
export function siteViews(standing: OrganizationStanding, bestSpaceLevel: Role | null): boolean {
  if (!isInside(standing)) return false
  return standing !== 'guest' || bestSpaceLevel !== null
}

export function isAtLeast(level: string | null | undefined, needed: Role): boolean {
  return roles.indexOf(level as Role) >= roles.indexOf(needed)
}

/** Whether an operation is open to a caller of this standing. What the token allows is another question. */
export function isOpenTo({ access }: Pick<Operation, 'access'>, standing: Standing): boolean {
  return access.some((one) => allows(one, standing))
}

/** Whether one alternative of an operation's `access` applies. Unknown alternatives deny access. */
export function allows(access: Access, standing: Standing): boolean {
  const { organization, team } = standing
  const inside = isInside(organization)
  const [object, needed] = access.split('.') as [string, Role | undefined]
  switch (object) {
    case 'public':
      return true
    case 'any':
      return standing.visitor === undefined
    case 'audience':
      return standing.visitor === true
    case 'operator':
      return standing.operator === true
    case 'org':
      return access === 'org.member' ? inside : isAtLeast(organization, needed ?? 'admin')
    case 'collection':
      if (access === 'collection.absent') return standing.collection == null && isSigned(organization)
      return isAtLeast(standing.collection, needed ?? 'admin')
    case 'space':
      if (access === 'space.audience') return standing.shownSpace === true
      if (access === 'space.absent') return standing.space == null && isSigned(organization)
      return isAtLeast(standing.space, needed ?? 'admin')
    case 'parent':
      return isAtLeast(standing.parent, needed ?? 'admin')
    case 'team':
      return inside && (access === 'team.owner' ? team === 'owner' : team != null)
    case 'site':
      return (access === 'site.view' ? standing.site : standing.audience) === true
    case 'self':
      return standing.self === true && (inside || organization === undefined)
    case 'owner':
      return isAtLeast(standing.owner, needed ?? 'admin')
    case 'integration':
      return standing.integration === (access === 'integration.view' ? 'seen' : 'absent')
    case 'installation':
      return standing.installation === (access === 'installation' ? 'own' : 'absent')
    case 'shareKey':
      return standing.shareKey === true
    case 'author':
      return standing.author === true && standing.space != null
    default:
      return false
  }
}

/** Members who must prove more get that error instead of 404. */
function isSigned(organization: OrganizationStanding | undefined): boolean {
  return !isUnproved(organization)
}

/** Whether the caller may know that the object in the path exists. If not, the error is 404. */
export function sees(names: readonly ParamName[], standing: Standing): boolean {
  if (names.includes('installationId') && (standing.installation ?? 'absent') === 'absent') return false
  if (names.includes('spaceId')) return standing.space != null
  if (names.includes('collectionId')) return standing.collection != null
  if (names.includes('siteId')) return standing.site === true
  if (names.includes('installationId')) return true
  if (names.includes('integrationName')) return standing.integration === 'seen'
  if (names.includes('organizationId')) return allows('org.member', standing)
  return true
}
