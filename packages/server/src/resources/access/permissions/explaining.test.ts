import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PermissionExplanation, type Role, roles } from '@stemma/contract'
import fc from 'fast-check'
import { givenPlace, kinds, ofCollection, ofSpace } from '../../../test/granting.ts'
import {
  givenMember,
  givenOrganization,
  givenTeam,
  givenUser,
  type Organization,
  type Person,
  startServer,
} from '../../../test/harness.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

test('each step to a level is named, from the membership to the step that decides', async () => {
  const { organization, outer, inner, space } = await givenNested()
  const { id, admin } = organization
  const member = await givenMember(server, organization, 'edit')
  const [low, high] = [
    await givenTeam(server, organization, 'Low', { [member.id]: 'member' }),
    await givenTeam(server, organization, 'High', { [member.id]: 'member' }),
  ]
  const membership = { source: 'membership', object: 'organization', id, title: 'Acme', reason: 'member' }
  const silentSpace = silent('space', space.id, 'Space')
  const silentInner = silent('collection', inner.id, 'Inner')
  const explained = async () => {
    const { object, user, ...rest } = await space.explain(admin, member.id)
    assert.deepEqual([object, user.id], ['permission-explanation', member.id])
    return rest
  }
  assert.deepEqual(await explained(), {
    permission: 'edit',
    steps: [
      membership,
      ...silentSpace,
      ...silentInner,
      ...silent('collection', outer.id, 'Outer'),
      { source: 'role', object: 'organization', id, title: 'Acme', reason: 'role', permission: 'edit' },
    ],
  })

  const atOuter = { object: 'collection', id: outer.id, title: 'Outer' }
  const [userOfOuter, teamOfOuter] = silent('collection', outer.id, 'Outer')
  const above = [membership, ...silentSpace, ...silentInner, userOfOuter]
  await server
    .as(admin)
    .updateCollectionById({ params: { collectionId: outer.id }, body: { defaultLevel: null } })
  assert.deepEqual(await explained(), {
    permission: null,
    steps: [...above, teamOfOuter, { source: 'default', ...atOuter, reason: 'set', permission: null }],
  })

  await outer.invite(admin, { role: 'comment', teams: [low.id] })
  await outer.invite(admin, { role: 'review', teams: [high.id] })
  const teams = [
    { id: high.id, title: 'High', permission: 'review' },
    { id: low.id, title: 'Low', permission: 'comment' },
  ]
  const byTeam = { source: 'team', ...atOuter, reason: 'granted', permission: 'review', teams }
  assert.deepEqual(await explained(), { permission: 'review', steps: [...above, byTeam] })

  await space.invite(admin, { role: 'read', users: [member.id] })
  const byName = { source: 'user', object: 'space', id: space.id, title: 'Space', reason: 'granted' }
  assert.deepEqual(await explained(), {
    permission: 'read',
    steps: [membership, { ...byName, permission: 'read' }],
  })
})

test('guests, admins and disabled members are named by their membership', async () => {
  const { organization, space } = await givenNested()
  const { admin } = organization
  const last = async (person: Person) => {
    const { permission, steps } = await space.explain(admin, person.id)
    return [permission, steps.length, steps[0]?.reason, steps.at(-1)?.source, steps.at(-1)?.reason]
  }
  assert.deepEqual(await last(admin), ['admin', 1, 'admin', 'membership', 'admin'])
  const guest = await givenMember(server, organization, null)
  assert.deepEqual(await last(guest), [null, 11, 'guest', 'role', 'no_role'])
  const { steps } = await space.explain(admin, guest.id)
  const defaults = steps.filter(({ source }) => source === 'default').map(({ reason }) => reason)
  assert.deepEqual(defaults, ['not_for_guests', 'not_for_guests', 'not_for_guests'])
  const disabled = await givenMember(server, organization, 'admin')
  await disable(organization, disabled)
  assert.deepEqual(await last(disabled), [null, 1, 'disabled', 'membership', 'disabled'])
})

test('an explanation hides collections and grants that its reader cannot read', async () => {
  const { organization, outer, space } = await givenNested()
  const { admin } = organization
  const member = await givenMember(server, organization, 'read')
  const owner = await givenMember(server, organization, null)
  const team = await givenTeam(server, organization, 'Secret', { [member.id]: 'member' })
  await outer.invite(admin, { role: 'edit', teams: [team.id] })
  await space.invite(admin, { role: 'admin', users: [owner.id] })
  const decisive = async (reader: Person) => (await space.explain(reader, member.id)).steps.at(-1)
  const step = { source: 'team', object: 'collection', id: outer.id, reason: 'granted', permission: 'edit' }
  assert.deepEqual(await decisive(owner), step)
  await outer.invite(admin, { role: 'read', users: [owner.id] })
  assert.deepEqual(await decisive(owner), { ...step, title: 'Outer' })
  await outer.invite(admin, { role: 'admin', users: [owner.id] })
  const teams = [{ id: team.id, title: 'Secret', permission: 'edit' }]
  assert.deepEqual(await decisive(owner), { ...step, title: 'Outer', teams })
})

for (const kind of kinds) {
  test(`only admins of a ${kind} can ask for an explanation, and only about members`, async () => {
    const organization = await givenOrganization(server)
    const place = await givenPlace(server, organization, kind)
    const member = await givenMember(server, organization, 'create')
    const stranger = await givenUser(server)
    await assert.rejects(place.explain(member, member.id), { status: 403 })
    await assert.rejects(place.explain(stranger, member.id), { status: 404 })
    for (const id of [stranger.id, 'nobody'])
      await assert.rejects(place.explain(organization.admin, id), { status: 404 })
    await assert.rejects(place.explain(organization.admin, ''), { status: 400 })
  })
}

test('an explanation has the level of the effective permissions, whatever was granted', async (t) => {
  const { organization, outer, inner, space, people, teams } = await givenPeople()
  const { admin } = organization
  let compared = 0
  const agrees = fc.asyncProperty(grants, async (drawn) => {
    for (const [place, levels] of [
      [space, drawn.space],
      [inner, drawn.inner],
      [outer, drawn.outer],
    ] as const)
      await setLevels(organization, place, levels, people, teams)
    for (const place of [space, inner, outer]) {
      const { items } = await place.people(admin, { limit: 100 })
      const levels = new Map(items.map(({ user, permission }) => [user.id, permission]))
      for (const { id } of people) {
        const { permission, steps } = await place.explain(admin, id)
        assert.equal(permission, levels.get(id) ?? null)
        assert.deepEqual(steps.map(isDecisive), [...steps.slice(1).map(() => false), true])
        assert.equal(steps.at(-1)?.permission, permission)
        compared++
      }
    }
  })
  const seed = Number(process.env.STEMMA_TEST_SEED ?? Math.trunc(Math.random() * 2 ** 31))
  await fc.assert(agrees, { numRuns: 15, seed })
  t.diagnostic(`${compared} levels compared`)
})

function isDecisive({ permission }: PermissionExplanation['steps'][number]): boolean {
  return permission !== undefined
}

/** The steps at a place that says nothing about a member. */
function silent(object: 'space' | 'collection', id: string, title: string) {
  const at = { object, id, title }
  return [
    { source: 'user', ...at, reason: 'not_granted' },
    { source: 'team', ...at, reason: 'not_granted', teams: [] },
    { source: 'default', ...at, reason: 'inherited' },
  ]
}

/** A space in a collection in a collection. */
async function givenNested() {
  const organization = await givenOrganization(server)
  const api = server.as(organization.admin)
  const params = { organizationId: organization.id }
  const outer = await api.createCollection({ params, body: { title: 'Outer' } })
  const inner = await api.createCollection({ params, body: { title: 'Inner', parent: outer.id } })
  const space = await api.createSpace({ params, body: { title: 'Space', parent: inner.id } })
  return {
    organization,
    outer: ofCollection(server, outer.id),
    inner: ofCollection(server, inner.id),
    space: ofSpace(server, space.id),
  }
}

/** Somebody of every standing, each in one team or in two. */
async function givenPeople() {
  const nested = await givenNested()
  const { organization } = nested
  const people = [await givenMember(server, organization, null)]
  for (const role of roles) people.push(await givenMember(server, organization, role))
  const disabled = await givenMember(server, organization, 'edit')
  await disable(organization, disabled)
  people.push(disabled)
  const teams = []
  for (const turn of [1, 2]) {
    const some = people.filter((_, at) => at % turn === 0)
    teams.push(
      await givenTeam(server, organization, 'Team', Object.fromEntries(some.map(({ id }) => [id, 'member']))),
    )
  }
  return { ...nested, people, teams }
}

async function disable(organization: Organization, { id }: Person) {
  await server.db
    .updateTable('members')
    .set({ disabled_at: new Date().toISOString() })
    .where('organization_id', '=', organization.id)
    .where('user_id', '=', id)
    .execute()
}

interface Drawn {
  readonly defaultLevel: Role | null | 'inherit'
  readonly users: readonly (Role | null)[]
  readonly teams: readonly (Role | null)[]
}

const level = fc.option(fc.constantFrom(...roles), { freq: 2 })
const levels = fc.record({
  defaultLevel: fc.constantFrom('inherit' as const, 'inherit' as const, null, ...roles),
  users: fc.array(level, { minLength: 8, maxLength: 8 }),
  teams: fc.array(level, { minLength: 2, maxLength: 2 }),
})
const grants = fc.record({ space: levels, inner: levels, outer: levels })

async function setLevels(
  { admin }: Organization,
  place: ReturnType<typeof ofSpace>,
  { defaultLevel, ...drawn }: Drawn,
  people: readonly Person[],
  teams: readonly { readonly id: string }[],
) {
  for (const role of [null, ...roles]) {
    const users = people.filter((_, at) => drawn.users[at] === role).map(({ id }) => id)
    const some = teams.filter((_, at) => drawn.teams[at] === role).map(({ id }) => id)
    if (users.length > 0) await place.invite(admin, { role, users })
    if (some.length > 0) await place.invite(admin, { role, teams: some })
  }
  const { named } = place
  if ('spaceId' in named) await server.as(admin).updateSpaceById({ params: named, body: { defaultLevel } })
  else await server.as(admin).updateCollectionById({ params: named, body: { defaultLevel } })
}
