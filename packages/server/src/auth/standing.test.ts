import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Role, roles } from '@stemma/contract'
import fc from 'fast-check'
import { newId } from '../common/ids.ts'
import { readCatalogue } from '../db/catalogue.ts'
import { openDatabase } from '../db/database.ts'
import { createTestDatabase } from '../test/database.ts'
import { requirePlaneRules } from '../test/statements.ts'
import { contentOf } from '../test/world.ts'
import { type Level, levelOf, missingTo, type OrganizationStanding } from './resolver.ts'
import { newSecret, secretHash, secretPrefix } from './secrets.ts'
import { findStanding, levelOn, levelsOn } from './standing.ts'

const { url, drop } = await createTestDatabase()
const statements = new Set<string>()
const onStatement = (text: string) => statements.add(text)
const db = openDatabase({ url, connectionsMax: 4, statementTimeoutMs: 30_000, onStatement })
after(() => db.destroy().then(drop))

const now = '2026-01-01T00:00:00.000Z'
const ssoProvedAfter = '2025-12-01T00:00:00.000Z'
const cases = 300

test('the statement that finds a standing agrees with the resolver on any tree of collections', async (t) => {
  const seed = Math.trunc(Math.random() * 2 ** 31)
  t.diagnostic(`${cases} cases, seed ${seed}`)
  const agrees = fc.asyncProperty(tree, demand, async (made, asks) => {
    const { teams, collections, space } = made
    const place = await givenTree(made)
    const caller = await givenDemand(place, asks)
    const isMember = made.standing !== 'none' && made.standing !== 'disabled'
    const { sso, secondFactor } = asks
    const organization = { id: place.organizationId, sso, secondFactor, ssoExemptUserId: caller.exemptId }
    const standing = isMember ? (missingTo(organization, caller) ?? made.standing) : made.standing
    const [spaceLevel, ...collectionLevels] = [space, ...collections].map((level) => toLevel(level, teams))
    if (spaceLevel === undefined) return
    const expected = {
      space: levelOf(standing, [spaceLevel, ...collectionLevels]),
      collection: levelOf(standing, collectionLevels),
    }
    const inSpace = await standingOn(caller.secret, '/v1/spaces/{spaceId}', { spaceId: place.spaceId })
    assert.deepEqual(inSpace, { organization: standing, space: expected.space, self: false })
    assert.equal(await levelOn(db, caller, { space: place.spaceId }), expected.space)
    const levels = await levelsOn(db, [newId(), place.userId, place.userId], { space: place.spaceId })
    const known = levelOf(made.standing, [spaceLevel, ...collectionLevels])
    assert.deepEqual([...levels], known === null ? [] : [[place.userId, known]], 'others prove nothing')

    const collectionId = place.collectionIds[0]
    if (collectionId === undefined) return
    const inCollection = await standingOn(caller.secret, '/v1/collections/{collectionId}', { collectionId })
    assert.deepEqual(inCollection, { organization: standing, collection: expected.collection, self: false })
    assert.equal(await levelOn(db, caller, { collection: collectionId }), expected.collection)
  })
  await fc.assert(agrees, { numRuns: cases, seed })
})

test('a deleted space gives nobody a level', async () => {
  const { secret, userId, spaceId } = await givenTree({ ...plain, standing: 'admin' })
  assert.equal(await levelOn(db, { userId, ssoOrganizationId: null }, { space: spaceId }), 'admin')
  await db.updateTable('spaces').set({ deleted_at: now }).where('id', '=', spaceId).execute()
  assert.equal(await levelOn(db, { userId, ssoOrganizationId: null }, { space: spaceId }), null)
  assert.equal((await levelsOn(db, [userId], { space: spaceId })).size, 0)
  const standing = await standingOn(secret, '/v1/spaces/{spaceId}', { spaceId })
  assert.deepEqual(standing, { organization: 'none', space: null, self: false })
})

test('a token that is bound to another organization makes its holder a stranger', async () => {
  const { userId, organizationId, spaceId, collectionIds, teamIds } = await givenTree({
    ...plain,
    standing: 'admin',
    teams: [true],
    collections: [{ ...silent, personal: 'admin' }],
    space: { ...silent, personal: 'admin' },
  })
  const [collectionId = '', teamId = ''] = [collectionIds[0], teamIds[0]]
  const own = await givenToken(userId, organizationId)
  const other = await givenToken(userId, (await givenTree(plain)).organizationId)
  const places = [
    ['/v1/spaces/{spaceId}', { spaceId }, { space: 'admin' }, { space: null }],
    ['/v1/collections/{collectionId}', { collectionId }, { collection: 'admin' }, { collection: null }],
    [
      '/v1/orgs/{organizationId}/teams/{teamId}',
      { organizationId, teamId },
      { team: 'member' },
      { team: null },
    ],
  ] as const
  for (const [path, params, inside, outside] of places) {
    assert.deepEqual(await standingOn(own, path, params), { organization: 'admin', ...inside, self: false })
    assert.deepEqual(await standingOn(other, path, params), { organization: 'none', ...outside, self: false })
  }
})

test('an expired or unknown secret finds nobody', async () => {
  const { userId } = await givenTree(plain)
  const expired = await givenToken(userId, null, now)
  for (const secret of [expired, newSecret()]) {
    const lookup = { secretHash: secretHash(secret), path: '/v1/user', params: {}, now, ssoProvedAfter }
    assert.equal(await findStanding(db, lookup), undefined)
  }
})

test('in parts, each statement names the space or reads the directory alone', async () => {
  const { tables } = await readCatalogue(url)
  assert.ok([...statements].some((text) => /^select .*\sfrom spaces where id = \$1$/s.test(text)))
  await requirePlaneRules(statements, tables)
})

/** The grants and defaults of a space or collection for one person, and for others, who must not matter. */
interface Place {
  readonly inherits: boolean
  readonly defaultLevel: Role | null
  readonly personal: Role | null
  readonly teams: readonly (Role | null)[]
  readonly stranger: Role | null
}

interface Tree {
  readonly standing: OrganizationStanding
  /** For each team, whether the person is in it. */
  readonly teams: readonly boolean[]
  /** Closest first. */
  readonly collections: readonly Place[]
  readonly space: Place
}

const silent: Place = { inherits: true, defaultLevel: null, personal: null, teams: [], stranger: null }
const plain: Tree = { standing: 'read', teams: [], collections: [], space: silent }

const role = fc.option(fc.constantFrom(...roles), { freq: 2 })
const place: fc.Arbitrary<Place> = fc
  .record({
    inherits: fc.boolean(),
    defaultLevel: role,
    personal: role,
    teams: fc.array(role, { minLength: 3, maxLength: 3 }),
    stranger: role,
  })
  .map((one) => ({ ...one, defaultLevel: one.inherits ? null : one.defaultLevel }))
const tree: fc.Arbitrary<Tree> = fc.record({
  standing: fc.constantFrom('none', 'disabled', 'guest', ...roles),
  teams: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  collections: fc.array(place, { maxLength: 3 }),
  space: place,
})

/** What is required, what the caller proved, and who is exempt. */
const demand = fc.record({
  sso: fc.boolean(),
  secondFactor: fc.boolean(),
  hasFactor: fc.boolean(),
  cameBy: fc.constantFrom('no provider', 'its own', 'another'),
  exempt: fc.constantFrom('nobody', 'the caller', 'somebody else'),
})

type Demand = typeof demand extends fc.Arbitrary<infer One> ? One : never

async function givenDemand(place: Awaited<ReturnType<typeof givenTree>>, asks: Demand) {
  const { sso, secondFactor, hasFactor, cameBy, exempt } = asks
  const { organizationId, userId, strangerId } = place
  const exemptId = exempt === 'nobody' ? null : exempt === 'the caller' ? userId : strangerId
  await db
    .updateTable('organizations')
    .set({ sso, second_factor: secondFactor, sso_exempt_user_id: exemptId })
    .where('id', '=', organizationId)
    .execute()
  const other = cameBy === 'another' ? (await givenTree(plain)).organizationId : null
  const ssoOrganizationId = cameBy === 'its own' ? organizationId : other
  const secret = await givenToken(userId, null, undefined, ssoOrganizationId)
  const tokens = db.updateTable('tokens').set({ second_factor: hasFactor })
  await tokens.where('secret_hash', '=', secretHash(secret)).execute()
  return { userId, ssoOrganizationId, secondFactor: hasFactor, exemptId, secret }
}

/** The team level is the highest among the person's teams. */
function toLevel(
  { inherits, defaultLevel, personal, teams: granted }: Place,
  teams: readonly boolean[],
): Level {
  const ranks = granted.flatMap((one, index) => (one !== null && teams[index] ? [roles.indexOf(one)] : []))
  return { inherits, defaultLevel, personal, team: roles[Math.max(...ranks)] ?? null }
}

/** The same in one statement and in parts, as on a cluster. */
async function standingOn(secret: string, path: string, params: Readonly<Record<string, string>>) {
  const lookup = { secretHash: secretHash(secret), path, params, now, ssoProvedAfter }
  const found = await findStanding(db, lookup, false)
  assert.deepEqual(await findStanding(db, lookup, true), found)
  return found?.standing
}

async function givenTree({ standing, teams, collections, space }: Tree) {
  const [organizationId, userId, strangerId, spaceId] = [newId(), newId(), newId(), newId()]
  const teamIds = teams.map(() => newId())
  const collectionIds = collections.map(() => newId())
  await db
    .insertInto('organizations')
    .values({ id: organizationId, title: 'Acme', created_at: now, updated_at: now })
    .execute()
  await db
    .insertInto('users')
    .values([userRow(userId), userRow(strangerId)])
    .execute()
  const people = [
    { userId: strangerId, standing: 'read' as const, in: teams.map((isIn) => !isIn) },
    { userId, standing, in: teams },
  ]
  await insertAll(
    'members',
    people.flatMap((person) => memberRow(organizationId, person)),
  )
  await insertAll(
    'teams',
    teamIds.map((id) => ({ id, organization_id: organizationId, title: 'Team', created_at: now })),
  )
  await insertAll(
    'team_members',
    people
      .filter((person) => person.standing !== 'none')
      .flatMap((person) => teamIds.filter((_, index) => person.in[index]).map((id) => [person.userId, id]))
      .map(([id = '', team = '']) => {
        return { organization_id: organizationId, team_id: team, user_id: id, role: 'member' as const }
      }),
  )
  const rowOf = (id: string, parent: string | undefined, { inherits, defaultLevel }: Place) => ({
    ...{ id, organization_id: organizationId, parent_id: parent ?? null, title: 'Place' },
    ...{ inherits, default_level: defaultLevel, created_at: now },
  })
  const chain = collections.map((one, index) =>
    rowOf(collectionIds[index] ?? '', collectionIds[index + 1], one),
  )
  await insertAll('collections', chain.reverse())
  await insertAll('spaces', [{ ...rowOf(spaceId, collectionIds[0], space), ...contentOf(spaceId) }])
  await grantAll({ space_id: spaceId }, space, { userId, strangerId, teamIds })
  for (const [index, one] of collections.entries())
    await grantAll({ collection_id: collectionIds[index] ?? '' }, one, { userId, strangerId, teamIds })
  const ids = { organizationId, userId, strangerId, spaceId, collectionIds, teamIds }
  return { ...ids, secret: await givenToken(userId, null) }
}

async function insertAll<T extends 'members' | 'teams' | 'team_members' | 'collections' | 'spaces'>(
  table: T,
  rows: readonly object[],
) {
  if (rows.length > 0)
    await db
      .insertInto(table)
      .values(rows as never)
      .execute()
}

interface People {
  readonly userId: string
  readonly strangerId: string
  readonly teamIds: readonly string[]
}

async function grantAll(
  key: { space_id: string } | { collection_id: string },
  { personal, stranger, teams }: Place,
  { userId, strangerId, teamIds }: People,
) {
  const kind = 'space_id' in key ? 'space' : 'collection'
  const users = [
    { user_id: userId, role: personal },
    { user_id: strangerId, role: stranger },
  ].filter((one) => one.role !== null)
  const granted = teamIds.map((id, index) => ({ team_id: id, role: teams[index] ?? null }))
  const withRole = granted.filter((one) => one.role !== null)
  const withKey = (one: object) => ({ ...key, ...one })
  if (users.length > 0)
    await db
      .insertInto(`${kind}_user_grants`)
      .values(users.map(withKey) as never)
      .execute()
  if (withRole.length > 0)
    await db
      .insertInto(`${kind}_team_grants`)
      .values(withRole.map(withKey) as never)
      .execute()
}

async function givenToken(
  userId: string,
  organizationId: string | null,
  expiresAt = '2099-01-01T00:00:00Z',
  ssoOrganizationId: string | null = null,
) {
  const secret = newSecret()
  await db
    .insertInto('tokens')
    .values({
      ...{ id: newId(), user_id: userId, organization_id: organizationId, label: 'test' },
      ...{ prefix: secretPrefix(secret), secret_hash: secretHash(secret) },
      ...{ created_at: now, expires_at: expiresAt, sso_organization_id: ssoOrganizationId },
    })
    .execute()
  return secret
}

function userRow(id: string) {
  return {
    id,
    display_name: 'Somebody',
    email: `${id.toLowerCase()}@example.com`,
    created_at: now,
    updated_at: now,
  }
}

function memberRow(
  organizationId: string,
  { userId, standing }: { userId: string; standing: OrganizationStanding },
) {
  if (standing === 'none') return []
  const base = { organization_id: organizationId, user_id: userId, joined_at: now }
  if (standing === 'disabled') return [{ ...base, role: 'edit' as const, disabled_at: now }]
  return [{ ...base, role: standing === 'guest' ? null : standing }]
}
