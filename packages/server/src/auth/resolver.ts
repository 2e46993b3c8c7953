import { type Access, type ParamName, type Role, roles, type TeamRole } from '@stemma/contract'

/**
 * A person's standing in an organization: not a member, disabled, a member without the required single
 * sign-on, a guest, or a member with a role.
 */
export type OrganizationStanding = 'none' | 'disabled' | 'sso_required' | 'guest' | Role

export function isInside(standing: OrganizationStanding | undefined): boolean {
  return standing !== undefined && !outside.includes(standing)
}

const outside: readonly OrganizationStanding[] = ['none', 'disabled', 'sso_required']

/** Whether the caller satisfies the single sign-on rule of an organization. SQL twin: `levels.ts`. */
export function isProven({ sso, ssoExemptUserId, id }: Demand, caller: Proof): boolean {
  return !sso || caller.ssoOrganizationId === id || caller.userId === ssoExemptUserId
}

interface Demand {
  readonly id: string
  readonly sso: boolean
  readonly ssoExemptUserId: string | null
}

interface Proof {
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

/**
 * The level of a person on a space or collection. An organization admin is admin everywhere. For all others,
 * the first level that says anything about the person decides, whether it raises or lowers the result.
 * `migrations/0003-levels.sql` implements the same in SQL: change both together.
 */
export function levelOf(standing: OrganizationStanding, levels: readonly Level[]): Role | null {
  if (!isInside(standing)) return null
  if (standing === 'admin') return 'admin'
  for (const level of levels) {
    const said = levelSays(level, standing === 'guest')
    if (said !== undefined) return said
  }
  return standing === 'guest' ? null : (standing as Role)
}

/**
 * A direct grant overrides the highest team grant, which overrides the default. Defaults don't apply to
 * guests.
 */
function levelSays(level: Level, guest: boolean): Role | null | undefined {
  if (level.personal) return level.personal
  if (level.team) return level.team
  return guest || level.inherits ? undefined : level.defaultLevel
}

/** Members with a role see all sites; guests see those with a space they can read. */
export function siteViews(standing: OrganizationStanding, bestSpaceLevel: Role | null): boolean {
  if (!isInside(standing)) return false
  return standing !== 'guest' || bestSpaceLevel !== null
}

export function isAtLeast(level: string | null | undefined, needed: Role): boolean {
  return roles.indexOf(level as Role) >= roles.indexOf(needed)
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

/** Members who must use single sign-on get that error instead of 404. */
function isSigned(organization: OrganizationStanding | undefined): boolean {
  return organization !== 'sso_required'
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
