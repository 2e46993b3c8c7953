import { newId } from '../../../common/ids.ts'
import { emit } from '../../../events/emit.ts'
import * as organizations from '../../organizations/organizations/store.ts'
import * as members from '../members/index.ts'
import * as teamMembers from '../team-members/store.ts'
import * as teams from '../teams/store.ts'
import { groupAttributes, isSelected, type Selection, select, selectionIn } from './attributes.ts'
import { type GroupChanges, groupIn, type MemberChanges, without } from './bodies.ts'
import { ScimError } from './errors.ts'
import { groupChangesIn } from './patch.ts'
import { type Answer, type Handle, notFound, type Provisioning, pageIn } from './provisioning.ts'
import { locationOf, toList, toScimGroup } from './shapes.ts'
import * as scim from './store.ts'

/** Every team is a group: a provider finds the teams that exist by their names, and takes them over. */
export const listGroups: Handle = async ({ query }, at) => {
  const page = pageIn(query, groupAttributes)
  const { items, total } = await scim.listGroups(at.db, at.home, page)
  const shown = await showAll(at, items, selectionIn(query))
  return { status: 200, body: toList(shown, { total, startIndex: page.startIndex }) }
}

export const getGroup: Handle = async ({ id, query }, at) => show(at, id, query)

export const createGroup: Handle = async ({ body, query }, at) => {
  const { db, home: organizationId, now } = at
  const { displayName: title, ...told } = groupIn(body)
  await organizations.lock(db, organizationId)
  const key = { organizationId, teamId: newId() }
  await requireFreeTitle(at, key.teamId, title)
  await teams.insert(db, { id: key.teamId, organization_id: organizationId, title, created_at: now })
  await emit(at, { type: 'team.created', teamId: key.teamId, title })
  await change(at, key.teamId, told)
  return { ...(await show(at, key.teamId, query)), status: 201 }
}

export const replaceGroup: Handle = async ({ id, body, query }, at) => {
  await change(at, id, groupIn(body))
  return show(at, id, query)
}

export const patchGroup: Handle = async ({ id, body, query }, at) => {
  await change(at, id, groupChangesIn(body))
  return show(at, id, query)
}

export const deleteGroup: Handle = async ({ id }, at) => {
  const removed = await teams.remove(at.db, { organizationId: at.home, teamId: id })
  if (removed === undefined) throw notFound('group')
  await emit(at, { type: 'team.deleted', teamId: id, title: removed.title })
  return { status: 204 }
}

async function requireFreeTitle({ db, home: organizationId }: Provisioning, teamId: string, title: string) {
  if (!(await scim.isTitleTaken(db, { organizationId, teamId }, title))) return
  throw new ScimError('uniqueness', 'A team has this name. Link that one, or choose another name.')
}

async function change(at: Provisioning, teamId: string, { displayName, externalId, members }: GroupChanges) {
  const { db, home: organizationId, now } = at
  const key = { organizationId, teamId }
  // The organization first, as everywhere: two groups can't take one name at once.
  await organizations.lock(db, organizationId)
  const before = await teams.lock(db, key)
  const told = await scim.findGroup(db, organizationId, teamId)
  if (before === undefined || told === undefined) throw notFound('group')
  if (displayName !== undefined && displayName !== before.title) {
    await requireFreeTitle(at, teamId, displayName)
    await teams.rename(db, key, displayName)
    await emit(at, { type: 'team.renamed', teamId, before: before.title, after: displayName })
  }
  if (members !== undefined) await setMembers(at, key, members)
  await scim.setGroup(db, key, externalId === undefined ? told.externalId : externalId, now)
}

/** People who are in the team already keep their role there. */
async function setMembers(at: Provisioning, key: teams.Key, { isWhole, add, remove }: MemberChanges) {
  const { db } = at
  const { organizationId, teamId } = key
  await requireMembers(at, add)
  const present = new Set(
    (await scim.membersOf(db, organizationId, [teamId], teamMax)).map(({ userId }) => userId),
  )
  const added = without(add, present).sort()
  const left = (isWhole ? without(present, add) : [...remove]).sort()
  for (const userIds of batchesOf(added)) {
    await teamMembers.set(
      db,
      key,
      userIds.map((userId) => ({ userId, role: 'member' })),
    )
    await emit(
      at,
      ...userIds.map((userId) => ({ type: 'team.member_set', teamId, userId, role: 'member' }) as const),
    )
  }
  for (const userIds of batchesOf(left)) {
    const removed = await teamMembers.remove(db, key, userIds)
    await emit(at, ...removed.map((userId) => ({ type: 'team.member_removed', teamId, userId }) as const))
  }
}

/** A bound on what one response or change reads; a team of this size is larger than providers can send. */
const teamMax = 50_000
const batchMax = 500

function batchesOf(userIds: readonly string[]): string[][] {
  const count = Math.ceil(userIds.length / batchMax)
  return Array.from({ length: count }, (_, index) => userIds.slice(index * batchMax, (index + 1) * batchMax))
}

async function requireMembers({ db, home }: Provisioning, userIds: ReadonlySet<string>) {
  const known = await members.among(db, home, [...userIds].sort())
  const [stranger] = without(userIds, known)
  if (stranger === undefined) return
  throw new ScimError('invalidValue', `${stranger} is not a user of the organization. Create the user first.`)
}

async function show(
  at: Provisioning,
  teamId: string,
  query: Readonly<Record<string, string>>,
): Promise<Answer> {
  const { db, home: organizationId, addresses } = at
  const row = await scim.findGroup(db, organizationId, teamId)
  if (row === undefined) throw notFound('group')
  const [body] = await showAll(at, [row], selectionIn(query))
  const location = locationOf({ addresses, organizationId }, 'Groups', teamId)
  return { status: 200, location, ...(body && { body }) }
}

async function showAll(
  { db, home: organizationId, addresses }: Provisioning,
  rows: readonly scim.GroupRow[],
  selection: Selection,
) {
  const hasMembers = isSelected(selection, 'members')
  const teamIds = hasMembers ? rows.map(({ teamId }) => teamId) : []
  const listed = teamIds.length === 0 ? [] : await scim.membersOf(db, organizationId, teamIds, teamMax + 1)
  if (listed.length > teamMax) {
    const message = `These groups have more than ${teamMax} members. Send \`excludedAttributes=members\`.`
    throw new ScimError('tooMany', message)
  }
  const byTeam = Map.groupBy(listed, ({ teamId }) => teamId)
  return rows.map((row) => {
    const inTeam = hasMembers ? (byTeam.get(row.teamId) ?? []) : undefined
    return select(toScimGroup({ addresses, organizationId }, row, inTeam), selection)
  })
}
