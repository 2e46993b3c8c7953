import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiFailure } from '@stemma/client'
import type { Role } from '@stemma/contract'
import {
  givenMember,
  givenOrganization,
  givenTeam,
  type Organization,
  type Person,
  startServer,
} from './harness.ts'
import { indexNow } from './indexing.ts'
import { namedSpaces } from './places.ts'
import { join } from './world.ts'
import { page } from './writing.ts'

// Repeats every way of reading a space after each change that deletes it, restores it or lowers someone's
// level. No response may show more than the current level allows, nor an older state.
const server = await startServer({ rateLimitPerMinute: 1_000_000 })
let probes = 0

test('a deleted space is behind no door, and a restored one behind the same doors as before', async (t) => {
  const scene = await givenScene()
  const before = await requireSeen(scene, levelsAtFirst)
  await scene.api.deleteSpaceById(at(scene))
  await requireSeen(scene, nobody, before)
  await requireClosedLink(scene, 404)
  await scene.api.restoreSpace(at(scene))
  await requireSeen(scene, levelsAtFirst)
  await scene.api.deleteCollectionById({ params: { collectionId: scene.parent } })
  await requireSeen(scene, nobody, before)
  await scene.api.restoreSpace(at(scene))
  await requireSeen(scene, { ...nobody, admin: 'admin', named: 'edit', teammate: 'comment' })
  report(t)
})

test('a moved space is seen by those who reach its new place, at once', async (t) => {
  const scene = await givenScene()
  const before = await requireSeen(scene, levelsAtFirst)
  const params = { organizationId: scene.here.id }
  const { id: secret } = await scene.api.createCollection({ params, body: { title: 'Secret' } })
  const body = { defaultLevel: null }
  await scene.api.updateCollectionById({ params: { collectionId: secret }, body })
  await scene.api.moveSpace({ ...at(scene), body: { parent: secret } })
  const only = { ...nobody, admin: 'admin', named: 'edit', teammate: 'comment' } as const
  await requireSeen(scene, only, before)
  await scene.api.moveSpace({ ...at(scene), body: { parent: null } })
  await requireSeen(scene, { ...levelsAtFirst, insider: null })
  await scene.api.moveSpace({ ...at(scene), body: { parent: scene.parent } })
  await requireSeen(scene, levelsAtFirst)
  const hidden = { params: { collectionId: scene.parent }, body: { parent: secret } }
  await scene.api.moveCollection(hidden)
  await requireSeen(scene, { ...only, insider: 'review' })
  report(t)
})

test('a transferred space is gone for the old organization at every door and link', async (t) => {
  const scene = await givenScene()
  const before = await requireSeen(scene, levelsAtFirst)
  const there = await givenOrganization(server)
  await join(server, there.id, scene.people.admin.id, 'create')
  await scene.api.transferSpace({ ...at(scene), body: { organization: there.id } })
  await requireSeen(scene, { ...nobody, admin: 'admin' }, before, there)
  await requireClosedLink(scene, 404)
  report(t)
})

test('a transferred collection takes the space from behind every door', async (t) => {
  const scene = await givenScene()
  const before = await requireSeen(scene, levelsAtFirst)
  const there = await givenOrganization(server)
  await join(server, there.id, scene.people.admin.id, 'create')
  const params = { collectionId: scene.parent }
  await scene.api.transferCollection({ params, body: { organization: there.id } })
  await requireSeen(scene, { ...nobody, admin: 'admin' }, before, there)
  await requireClosedLink(scene, 404)
  report(t)
})

test('a lowered role, a level taken away, a team left: each counts with the next request', async (t) => {
  const scene = await givenScene()
  const { here, people, api, team } = scene
  const member = (person: Person) => ({ params: { organizationId: here.id, userId: person.id } })
  await requireSeen(scene, levelsAtFirst)
  await api.updateMemberInOrganizationById({ ...member(people.reader), body: { role: null } })
  await requireSeen(scene, { ...levelsAtFirst, reader: null })
  await api.updateUserPermissionInSpace({
    params: { spaceId: scene.spaceId, userId: people.named.id },
    body: { role: 'read' },
  })
  await requireSeen(scene, { ...levelsAtFirst, reader: null, named: 'read' })
  await api.removeUserFromSpace({ params: { spaceId: scene.spaceId, userId: people.named.id } })
  await requireSeen(scene, { ...levelsAtFirst, reader: null, named: null })
  const membership = { params: { organizationId: here.id, teamId: team, userId: people.teammate.id } }
  await api.deleteMemberFromOrganizationTeamById(membership)
  await requireSeen(scene, { ...levelsAtFirst, reader: null, named: null, teammate: null })
  await api.removeUserFromCollection({
    params: { collectionId: scene.parent, userId: people.insider.id },
  })
  await requireSeen(scene, { ...nobody, admin: 'admin', creator: 'create' })
  await api.updateSpaceById({ ...at(scene), body: { defaultLevel: null } })
  await requireSeen(scene, { ...nobody, admin: 'admin' })
  await api.updateSpaceById({ ...at(scene), body: { defaultLevel: 'comment' } })
  await requireSeen(scene, { ...nobody, admin: 'admin', creator: 'comment' })
  await api.removeMemberFromOrganizationById(member(people.creator))
  await requireSeen(scene, { ...nobody, admin: 'admin' })
  report(t)
})

type Name = 'admin' | 'creator' | 'reader' | 'named' | 'teammate' | 'insider' | 'guest' | 'stranger'
type Levels = Readonly<Record<Name, Role | null>>
type Tags = Readonly<Partial<Record<Name, string>>>
type Scene = Awaited<ReturnType<typeof givenScene>>

const nobody: Levels = {
  admin: null,
  creator: null,
  reader: null,
  named: null,
  teammate: null,
  insider: null,
  guest: null,
  stranger: null,
}
const levelsAtFirst: Levels = {
  ...nobody,
  admin: 'admin',
  creator: 'create',
  reader: 'read',
  named: 'edit',
  teammate: 'comment',
  insider: 'review',
}

/** A space in a collection, and users who have access to it in different ways. */
async function givenScene() {
  const here = await givenOrganization(server)
  const elsewhere = await givenOrganization(server)
  const people: Readonly<Record<Name, Person>> = {
    admin: here.admin,
    creator: await givenMember(server, here, 'create'),
    reader: await givenMember(server, here, 'read'),
    named: await givenMember(server, here, null),
    teammate: await givenMember(server, here, null),
    insider: await givenMember(server, here, null),
    guest: await givenMember(server, here, null),
    stranger: elsewhere.admin,
  }
  const api = server.as(here.admin)
  const params = { organizationId: here.id }
  const { id: team } = await givenTeam(server, here, 'Writers', { [people.teammate.id]: 'member' })
  const { id: parent } = await api.createCollection({ params })
  const { id: spaceId } = await api.createSpace({
    params,
    body: { title: 'Guide', parent, editMode: 'live' },
  })
  const changes = [page('Guide', { document: { markdown: 'Through the quagmire.\n' } })]
  await api.updateSpaceContent({ params: { spaceId }, body: { changes } })
  await api.inviteToSpace({ params: { spaceId }, body: { role: 'edit', users: [people.named.id] } })
  await api.inviteToSpace({ params: { spaceId }, body: { role: 'comment', teams: [team] } })
  const inside = { role: 'review' as const, users: [people.insider.id] }
  await api.inviteToCollection({ params: { collectionId: parent }, body: inside })
  const invite = await api.createOrganizationInvite({ params, body: { level: 'read', space: spaceId } })
  const signpost = await givenSignpost(Object.values(people), spaceId)
  const said = await givenComments(people.named, spaceId)
  return { here, people, api, team, parent, spaceId, inviteId: invite.id, signpost, said }
}

/** A space that all users can read, in another organization, with a link to the tested space. */
async function givenSignpost(people: readonly Person[], spaceId: string) {
  const { id: organizationId, admin } = await givenOrganization(server)
  for (const person of people) await join(server, organizationId, person.id, 'read')
  const api = server.as(admin)
  const { id } = await api.createSpace({ params: { organizationId }, body: { editMode: 'live' } })
  const document = { markdown: `[there](/spaces/${spaceId})\n` }
  const changes = [{ operation: 'insert_page' as const, title: 'Signpost', document }]
  await api.updateSpaceContent({ params: { spaceId: id }, body: { changes } })
  return id
}

/** Comments in the space and on a change request of it. */
async function givenComments(person: Person, spaceId: string) {
  const api = server.as(person)
  const body = { body: { markdown: 'Between us.' } }
  const { id: commentId } = await api.postCommentInSpace({ params: { spaceId }, body })
  const inSpace = { spaceId, commentId }
  const { id: commentReplyId } = await api.postCommentReplyInSpace({ params: inSpace, body })
  const { id: changeRequestId } = await api.createChangeRequest({ params: { spaceId } })
  const changed = { spaceId, changeRequestId }
  const { id: discussed } = await api.postCommentInChangeRequest({ params: changed, body })
  const inChangeRequest = { ...changed, commentId: discussed }
  return { inSpace, reply: { ...inSpace, commentReplyId }, inChangeRequest }
}

function at({ spaceId }: Scene) {
  return { params: { spaceId } }
}

/** Tries every way for every user, and returns the ETags for conditional requests. */
async function requireSeen(
  scene: Scene,
  levels: Levels,
  tags: Tags = {},
  home: Organization = scene.here,
): Promise<Tags> {
  const seen: [Name, string][] = []
  for (const name of Object.keys(levels) as Name[]) {
    const level = levels[name]
    const etag = await requireSpace(scene, name, level, tags[name])
    if (etag) seen.push([name, etag])
    await requireLists(scene, name, level, home)
    await requirePermissionLists(scene, name, level, levels)
    await requireLink(scene, name, level)
    await requireComments(scene, name, level)
  }
  await requireMemberSpaces(scene, levels, home)
  await requireSearch(scene, levels, home)
  await requireCounts(scene)
  return Object.fromEntries(seen)
}

async function requireSpace(scene: Scene, name: Name, level: Role | null, tag: string | undefined) {
  const api = server.as(scene.people[name])
  const answer = await outcome(api.request('getSpaceById', at(scene), { ifNoneMatch: tag ?? '"none"' }))
  assert.equal(answer.status, level ? 200 : 404, `${name} gets the space, or not a word of it`)
  if (answer.value === undefined || answer.value.status === 304) return undefined
  const { data, headers } = answer.value
  assert.deepEqual(
    [data.permissions.view, data.permissions.comment, data.permissions.edit, data.permissions.admin],
    [true, level !== 'read', level !== 'read' && level !== 'comment', level === 'admin'],
    name,
  )
  const etag = headers.get('etag') ?? ''
  const again = await outcome(api.request('getSpaceById', at(scene), { ifNoneMatch: etag }))
  assert.equal(again.status, 304)
  return etag
}

/** Only users with access find the space in their lists, and totals reveal nothing else. */
async function requireLists(scene: Scene, name: Name, level: Role | null, home: Organization) {
  const api = server.as(scene.people[name])
  for (const organizationId of new Set([scene.here.id, home.id])) {
    const all = await outcome(api.listSpacesInOrganizationById({ params: { organizationId } }))
    const shown = level !== null && organizationId === home.id
    assert.equal(all.value?.items.some(({ id }) => id === scene.spaceId) ?? false, shown, name)
    if (all.value) assert.equal(all.value.count, all.value.items.length)
  }
  const space = await outcome(api.getSpaceById(at(scene)))
  const inside = await outcome(api.listSpacesInCollectionById({ params: { collectionId: scene.parent } }))
  const isInside = inside.value?.items.some(({ id }) => id === scene.spaceId) ?? false
  if (level === null) assert.equal(isInside, false, name)
  else if (inside.value) assert.equal(isInside, space.value?.parent === scene.parent, name)
  if (inside.value) assert.equal(inside.value.count, inside.value.items.length)
}

/** A link shows its target to users with access, and looks the same to all others. */
async function requireLink({ people, signpost, spaceId }: Scene, name: Name, level: Role | null) {
  const { value } = await outcome(server.as(people[name]).listSpaceLinks({ params: { spaceId: signpost } }))
  const [link] = value?.items ?? []
  const target = link?.targetReference
  assert.equal(link?.status, 'ok')
  assert.equal(target?.kind === 'space' ? target.space.id : undefined, level ? spaceId : undefined, name)
}

/** Checks who can read the lists of permissions, and their content. */
async function requirePermissionLists(scene: Scene, name: Name, level: Role | null, levels: Levels) {
  const api = server.as(scene.people[name])
  const expected = level === 'admin' ? 200 : level === null ? 404 : 403
  assert.equal((await outcome(api.listUserPermissionsInSpace(at(scene)))).status, expected, name)
  assert.equal((await outcome(api.listTeamPermissionsInSpace(at(scene)))).status, expected, name)
  const aggregate = await outcome(api.listPermissionsAggregateInSpace(at(scene)))
  assert.equal(aggregate.status, expected, name)
  if (aggregate.value === undefined) return
  const told = new Map(aggregate.value.items.map(({ user, permission }) => [user.id, permission]))
  for (const [other, theirs] of Object.entries(levels)) {
    assert.equal(told.get(scene.people[other as Name].id) ?? null, theirs, `what is told of ${other}`)
  }
}

/** Comments require the comment level: other users get 403, or 404 if they can't see the space. */
async function requireComments({ people, said }: Scene, name: Name, level: Role | null) {
  const api = server.as(people[name])
  const { inSpace, inChangeRequest, reply } = said
  const body = { addedReactions: ['1f440'] }
  const doors = [
    api.listCommentsInSpace({ params: inSpace }),
    api.getCommentInSpace({ params: inSpace }),
    api.listCommentRepliesInSpace({ params: inSpace }),
    api.getCommentReplyInSpace({ params: reply }),
    api.listCommentersInSpace({ params: inSpace }),
    api.updateCommentInSpace({ params: inSpace, body }),
    api.listCommentsInChangeRequest({ params: inChangeRequest }),
    api.getCommentInChangeRequest({ params: inChangeRequest }),
    api.listCommentersInChangeRequest({ params: inChangeRequest }),
    api.getContributorsByChangeRequestId({ params: inChangeRequest }),
  ].map((answer) => outcome<object>(answer))
  const expected = level === null ? 404 : level === 'read' ? 403 : 200
  for (const { status, value } of await Promise.all(doors)) {
    assert.equal(value === undefined ? status : 200, expected, `${name} reads the discussion, or not a word`)
  }
}

/** Checks which spaces of a member an admin and the member see. */
async function requireMemberSpaces(scene: Scene, levels: Levels, home: Organization) {
  for (const [name, level] of Object.entries(levels) as [Name, Role | null][]) {
    const person = scene.people[name]
    for (const asking of [scene.here.admin, person, scene.people.guest]) {
      const params = { organizationId: scene.here.id, userId: person.id }
      const { value } = await outcome(server.as(asking).listSpacesForOrganizationMember({ params }))
      const found = value?.items.find(({ space }) => space.id === scene.spaceId)
      const may = asking !== scene.people.guest || name === 'guest'
      const shown = may && home.id === scene.here.id && name !== 'stranger' ? level : null
      assert.equal(found?.permission ?? null, shown, name)
    }
  }
}

/**
 * Search finds the space for users with access, even with a misspelled query, and reveals nothing to others.
 */
async function requireSearch(scene: Scene, levels: Levels, home: Organization) {
  const { spaceId } = scene
  for (const organization of [scene.here, home]) await indexNow(server, organization.id, spaceId)
  for (const [name, level] of Object.entries(levels) as [Name, Role | null][]) {
    const api = server.as(scene.people[name])
    for (const query of ['quagmire', 'quagmyre']) {
      for (const organizationId of new Set([scene.here.id, home.id])) {
        const all = await outcome(
          api.searchOrganizationContent({ params: { organizationId }, query: { query, limit: 50 } }),
        )
        const shown = level !== null && organizationId === home.id ? [1, 1] : [0, 0]
        assert.deepEqual([all.value?.count ?? 0, all.value?.items.length ?? 0], shown, `${name}: ${query}`)
      }
      const one = await outcome(api.searchSpaceContent({ params: { spaceId }, query: { query, limit: 50 } }))
      assert.deepEqual(
        [one.status, one.value?.count],
        level ? [200, 1] : [404, undefined],
        `${name}: ${query}`,
      )
    }
  }
}

/** Members and teams count exactly the spaces granted to them directly that are not deleted. */
async function requireCounts(scene: Scene) {
  const { here, api } = scene
  const { db } = server
  const params = { organizationId: here.id }
  const alive = db.selectFrom('spaces').select('id').where('deleted_at', 'is', null)
  const own = alive.where('organization_id', '=', here.id)
  const { items } = await api.listMembersInOrganizationById({ params })
  probes += items.length
  for (const member of items) {
    const rows = await db
      .selectFrom('space_user_grants')
      .select('space_id')
      .where('user_id', '=', member.id)
      .where('space_id', 'in', own)
      .execute()
    assert.equal(await namedSpaces(server, here, member.id), rows.length)
  }
  const team = await api.getTeamInOrganizationById({ params: { ...params, teamId: scene.team } })
  const granted = await db
    .selectFrom('space_team_grants')
    .select('space_id')
    .where('team_id', '=', scene.team)
    .where('space_id', 'in', own)
    .execute()
  assert.equal(team.spaces, granted.length)
  probes++
}

/** An invite link to the space doesn't work while the space is deleted. */
async function requireClosedLink({ here, inviteId, people }: Scene, status: number) {
  const params = { organizationId: here.id, inviteId }
  for (const person of Object.values(people)) {
    const joined = await outcome(server.as(person).joinOrganizationWithInvite({ params }))
    assert.equal(joined.status, status)
  }
}

/** Returns the response, or the status of the error. */
async function outcome<T>(
  answer: Promise<T>,
): Promise<{ readonly status: number; readonly value: T | undefined }> {
  probes++
  try {
    const value = await answer
    const status = (value as { status?: unknown } | undefined)?.status
    return { status: typeof status === 'number' ? status : 200, value }
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    assert.ok(error.status < 500, error.message)
    return { status: error.status, value: undefined }
  }
}

function report(t: { diagnostic: (message: string) => void }) {
  t.diagnostic(`${probes} probes so far, 0 leaks, 0 stale answers`)
}
