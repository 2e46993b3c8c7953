import type { Operation } from '@stemma/contract'

/** The part of an operation that says how people get to it. */
export type Callable = Pick<Operation, 'method' | 'path' | 'summary' | 'access' | 'streams'>

/** The screen on which people do the same with more comfort than in a form. */
export const screens: Readonly<Record<string, Screen>> = {
  createSpace: 'new space',
  listSpacesInOrganizationById: 'home',
  listChangeRequestsForOrganization: 'reviews',
  searchOrganizationContent: 'search',
  startImportRun: 'imports',
  listImportRuns: 'imports and exports',
  generateStorageUploadURL: 'imports',
  listSites: 'sites',
  createSite: 'new site',
  publishSite: 'sites',
  unpublishSite: 'sites',
  listOrganizationAuditEvents: 'audit log',
  listOrganizationAuditEventActions: 'audit log',
  getOrganizationAuditEvent: 'audit log',
  listMembersInOrganizationById: 'members',
  updateMemberInOrganizationById: 'members',
  inviteUsersToOrganization: 'members',
  listOrganizationInvitations: 'members',
  listOrganizationInviteLinks: 'members',
  createOrganizationInvite: 'members',
  listTeamsInOrganizationById: 'teams',
  createOrganizationTeam: 'teams',
  listCollectionsInOrganizationById: 'permissions',
  listIntegrations: 'integrations',
  listOrganizationIntegrationsStatus: 'integrations',
  listOrganizationInstallations: 'integrations',
  listTokens: 'account',
  createToken: 'account',
  listSessions: 'account',
  setPassword: 'account',
  getSecondFactors: 'account',
  startAuthenticator: 'account',
  replaceRecoveryCodes: 'account',
  updateUserById: 'account',
  getServerStatus: 'server',
}

export type Screen =
  | 'home'
  | 'reviews'
  | 'search'
  | 'new space'
  | 'imports'
  | 'imports and exports'
  | 'sites'
  | 'new site'
  | 'audit log'
  | 'members'
  | 'teams'
  | 'permissions'
  | 'integrations'
  | 'account'
  | 'server'

export type Reach = 'screen' | 'form' | 'stream' | 'others'

/** How people get to an operation. A stream has no end to show; some are for other callers than people. */
export function reachOf(id: string, { access, streams }: Pick<Callable, 'access' | 'streams'>): Reach {
  if (screens[id] !== undefined) return 'screen'
  if (!access.some(isForPeople)) return 'others'
  return streams ? 'stream' : 'form'
}

function isForPeople(access: string): boolean {
  const [thing = '', level = ''] = access.split('.')
  return (
    thing !== 'audience' && thing !== 'shareKey' && thing !== 'installation' && !levelsOfOthers.has(level)
  )
}

/** Visitors of a site with a token of their own, and callers who repeat a delete. */
const levelsOfOthers: ReadonlySet<string> = new Set(['audience', 'absent'])

const roles: readonly string[] = ['read', 'comment', 'edit', 'review', 'create', 'admin']

/** What somebody is in the organization, and what they may do in the spaces that count. */
export interface Standing {
  readonly role: string | null
  /** Whether the server names them as one of the people who run it. */
  readonly isOperator?: boolean
  /** Of the open space, or of all spaces. */
  readonly spaces: readonly Readonly<Record<string, boolean>>[]
  /** Whether the space is in no list, because it is deleted or of another organization. */
  readonly isElsewhere?: boolean
}

/** Whether somebody may call an operation, as far as the console knows. The server decides. */
export function mayCall({ access }: Pick<Callable, 'access'>, standing: Standing): boolean {
  return access.some((one) => isForPeople(one) && grants(one, standing))
}

/** Whether the server would certainly refuse somebody. */
export function isRefused(operation: Pick<Callable, 'access'>, standing: Standing): boolean {
  const isUnknown = operation.access.some((one) => onlyServerKnows(one, standing))
  return !isUnknown && !mayCall(operation, standing)
}

/** Levels on collections, and on spaces that are not listed, are known to the server only. */
function onlyServerKnows(access: string, { isElsewhere = false }: Standing): boolean {
  if (access.startsWith('space.')) return isElsewhere
  return access.startsWith('collection.') || access === 'parent.create'
}

function grants(access: string, { role, isOperator = false, spaces }: Standing): boolean {
  const [thing = '', level = ''] = access.split('.')
  if (thing === 'operator') return isOperator
  if (thing === 'space') return spaces.some((permissions) => permissions[permissionOf[level] ?? 'admin'])
  if (thing === 'org' && level === 'member') return true
  // Everybody, or decided by what the request names.
  if (!roles.includes(level)) return true
  return role !== null && roles.indexOf(role) >= roles.indexOf(level)
}

/** The permission of a space that people of a level have. */
const permissionOf: Readonly<Record<string, string>> = {
  read: 'view',
  comment: 'comment',
  edit: 'edit',
  review: 'review',
}
