import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Role, roles } from '@stemma/contract'
import fc from 'fast-check'
import { addressesFor } from '../common/addresses.ts'
import { newId } from '../common/ids.ts'
import { openDatabase } from '../db/database.ts'
import type { Place as GivenPlace } from '../resources/access/permissions/store.ts'
import * as people from '../resources/people/people/store.ts'
import { toCollection } from '../resources/spaces/collections/shape.ts'
import * as collections from '../resources/spaces/collections/store.ts'
import * as spaces from '../resources/spaces/spaces/index.ts'
import { createTestDatabase } from '../test/database.ts'
import { contentOf } from '../test/world.ts'
import { readKnown } from './known-levels.ts'
import type { Membership } from './levels.ts'
import { type Level, levelOf, type OrganizationStanding } from './resolver.ts'

const { db: given, url, drop } = await createTestDatabase()
const statements: string[] = []
const onStatement = (text: string) => statements.push(text)
const db = openDatabase({ url, connectionsMax: 4, statementTimeoutMs: 30_000, onStatement })
after(() => db.destroy().then(drop))

const now = '2026-01-01T00:00:00.000Z'
const addresses = addressesFor({
  console: false,
  publicUrl: 'http://test',
  appUrl: 'http://test',
  sitesUrl: 'http://test/sites',
  filesUrl: 'http://test',
})
const organizations = 20
const standings: readonly OrganizationStanding[] = ['none', 'disabled', 'guest', ...roles]
const [spaceCount, collectionCount, teamCount, depthMax] = [50, 7, 4, 3]

test('lists of spaces, collections and people agree with the resolver, in any organization', async (t) => {
  const seed = Number(process.env.STEMMA_TEST_SEED ?? Math.trunc(Math.random() * 2 ** 31))
  const counts = { spaces: 0, collections: 0, people: 0, defaults: 0, hidden: 0 }
  const agrees = fc.asyncProperty(organization, async (drawn) => {
    const world = await givenOrganization(drawn)
    for (const person of world.people) {
      const viewer = { organizationId: world.id, userId: person.id }
      await compareSpaces(world, person, viewer, counts)
      // As on a cluster, where the levels are known before the spaces are read.
      const known = await readKnown(db, viewer)
      await compareSpaces(world, person, { ...viewer, known }, counts)
      await compareCollections(world, person, counts)
    }
    for (const place of world.places.slice(0, collectionCount + 5)) await comparePeople(world, place, counts)
    for (const place of world.places.slice(collectionCount - 1, collectionCount + 1))
      await compareByRole(world, place)
  })
  t.diagnostic(`seed ${seed}`)
  await fc.assert(agrees, { numRuns: organizations, seed, endOnFailure: true })
  t.diagnostic(`${organizations} organizations, compared without a difference: ${JSON.stringify(counts)}`)
  assert.equal(counts.spaces, 2 * organizations * standings.length * spaceCount)
  assert.ok(counts.hidden > 0 && counts.hidden < counts.spaces)
})

test('a space in the trash has no level in any list, and is not counted', async () => {
  const drawn = fc.sample(organization, { numRuns: 1, seed: 1 })[0]
  assert.ok(drawn)
  const world = await givenOrganization(drawn)
  const admin = world.people.find(({ standing }) => standing === 'admin')
  const trashed = world.places.filter(({ kind }) => kind === 'space').slice(0, 10)
  for (const { id } of trashed)
    await given.updateTable('spaces').set({ deleted_at: now }).where('id', '=', id).execute()
  const viewer = { organizationId: world.id, userId: admin?.id ?? '' }
  const listed = await spaces.list(db, viewer, { limit: 1000 })
  assert.deepEqual([listed.count, listed.items.length], [spaceCount - 10, spaceCount - 10])
  assert.ok(!listed.items.some(({ id }) => trashed.some((one) => one.id === id)))
})

async function compareSpaces(world: World, person: Person, viewer: Membership, counts: Counts) {
  const expected = world.places
    .filter(({ kind }) => kind === 'space')
    .map((place) => ({ place, level: levelFor(world, person, place) }))
  const { items, count } = await inTwoStatements(() => spaces.list(db, viewer, { limit: 1000 }))
  const visible = expected.filter(({ level }) => level !== null)
  assert.equal(count, visible.length, `${person.standing} counts`)
  assert.deepEqual(levelsOf(items), new Map(visible.map(({ place, level }) => [place.id, level])))
  for (const { level, ...row } of items) {
    const shown = spaces.toSpace(row, { level, organization: person.standing }, addresses)
    assert.deepEqual(shownDefault(shown), defaultOf(world, row.id))
    counts.defaults++
  }
  counts.spaces += expected.length
  counts.hidden += expected.length - visible.length
}

async function compareCollections(world: World, person: Person, counts: Counts) {
  const expected = world.places
    .filter(({ kind }) => kind === 'collection')
    .map((place) => ({ place, level: levelFor(world, person, place) }))
  const viewer = { organizationId: world.id, userId: person.id }
  for (const nested of [true, false]) {
    const list = () => collections.list(db, viewer, { limit: 1000, nested })
    const { items, count } = await inTwoStatements(list)
    const visible = expected.filter(({ place, level }) => level !== null && (nested || !place.parentId))
    assert.equal(count, visible.length, `${person.standing} counts`)
    assert.deepEqual(levelsOf(items), new Map(visible.map(({ place, level }) => [place.id, level])))
    for (const { level, ...row } of items) {
      const shown = toCollection(row, { level, organization: person.standing }, addresses)
      assert.deepEqual(shownDefault(shown), defaultOf(world, row.id))
      counts.defaults++
    }
  }
  counts.collections += expected.length
}

async function comparePeople(world: World, place: Place, counts: Counts) {
  const expected = world.people.map((person) => [person.id, levelFor(world, person, place)] as const)
  const visible = expected.filter(([, level]) => level !== null)
  const at = { kind: place.kind, id: place.id, organizationId: world.id }
  const { items, count } = await inTwoStatements(() => people.list(db, at, { limit: 1000 }))
  assert.equal(count, visible.length)
  assert.deepEqual(new Map(items.map(({ userId, role }) => [userId, role])), new Map(visible))
  counts.people += expected.length
}

async function compareByRole(world: World, place: Place) {
  const at = { kind: place.kind, id: place.id, organizationId: world.id }
  for (const role of roles) {
    const some = await people.list(db, at, { limit: 1000, role })
    const ids = world.people.filter((one) => levelFor(world, one, place) === role).map(({ id }) => id)
    assert.deepEqual([some.items.map(({ userId }) => userId), some.count], [ids.toSorted(), ids.length])
  }
  const ids = world.people.filter((one) => levelFor(world, one, place) !== null).map(({ id }) => id)
  assert.deepEqual(await idsByPages(at, ids.length), ids.toSorted())
}

/** Reads pages of two, so that most rows are not on the first page. */
async function idsByPages(at: GivenPlace, expected: number): Promise<string[]> {
  const ids: string[] = []
  let page: string | undefined
  do {
    const { items, count, next } = await people.list(db, at, { limit: 2, ...(page && { page }) })
    assert.equal(count, expected)
    ids.push(...items.map(({ userId }) => userId))
    page = next?.page
  } while (page !== undefined)
  return ids
}

/** However many rows there are, one statement reads them with their levels, and another counts them. */
async function inTwoStatements<T>(list: () => Promise<T>): Promise<T> {
  statements.length = 0
  const listed = await list()
  assert.equal(statements.length, 2, statements.join('\n'))
  return listed
}

function levelsOf(items: readonly { readonly id: string; readonly level: Role | null }[]) {
  return new Map(items.map(({ id, level }) => [id, level]))
}

function shownDefault({ defaultLevel, defaultLevelInherited }: Shown): Shown {
  return { defaultLevel, defaultLevelInherited }
}

/** The object's own default, else that of the closest collection with one, else the organization's. */
function defaultOf(world: World, id: string): Shown {
  const chain = chainOf(world, id)
  const own = chain.find(({ inherits }) => !inherits)
  const defaultLevel = own ? own.defaultLevel : world.defaultRole
  return { defaultLevel, defaultLevelInherited: chain[0]?.inherits === true }
}

function chainOf({ places }: World, id: string | null): Place[] {
  const place = places.find((one) => one.id === id)
  return place ? [place, ...chainOf({ places } as World, place.parentId)] : []
}

function levelFor(world: World, person: Person, place: Place): Role | null {
  return levelOf(
    person.standing,
    chainOf(world, place.id).map(({ inherits, defaultLevel, grants }): Level => {
      const personal = grants.find(({ to }) => to === person.id)?.role ?? null
      const ofTeams = grants.filter(({ to }) => person.teamIds.includes(to))
      const ranks = ofTeams.map(({ role }) => roles.indexOf(role))
      return { inherits, defaultLevel, personal, team: roles[Math.max(...ranks)] ?? null }
    }),
  )
}

const anyRole = fc.constantFrom(...roles)
const byDefault = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ inherits: true, defaultLevel: null }) },
  { weight: 1, arbitrary: fc.constant({ inherits: false, defaultLevel: null }) },
  { weight: 1, arbitrary: anyRole.map((defaultLevel) => ({ inherits: false, defaultLevel })) },
)
const drawnPlace = fc.record({
  byDefault,
  /** One of the collections before it, or the top level. */
  parent: fc.nat(),
  /** The grantees: users first, then teams. Duplicates count once. */
  grants: fc.array(fc.tuple(fc.nat(standings.length + teamCount - 1), anyRole), { maxLength: 5 }),
})
const organization = fc.record({
  defaultRole: fc.option(anyRole),
  teams: fc.array(fc.subarray([...Array(teamCount).keys()]), {
    minLength: standings.length,
    maxLength: standings.length,
  }),
  collections: fc.array(drawnPlace, { minLength: collectionCount, maxLength: collectionCount }),
  spaces: fc.array(drawnPlace, { minLength: spaceCount, maxLength: spaceCount }),
})

async function givenOrganization(drawn: Drawn): Promise<World> {
  const id = newId()
  const teamIds = Array.from({ length: teamCount }, () => newId())
  const people = standings.map((standing, index) => ({
    id: newId(),
    standing,
    teamIds: standing === 'none' ? [] : (drawn.teams[index] ?? []).map((team) => teamIds[team] ?? ''),
  }))
  const world: World = { id, defaultRole: drawn.defaultRole, people, places: [] }
  const principals = [...people.map((one) => one.id), ...teamIds]
  for (const one of drawn.collections) add(world, 'collection', one, principals)
  for (const one of drawn.spaces) add(world, 'space', one, principals)
  await insertWorld(world, teamIds)
  return world
}

function add(world: World, kind: Place['kind'], { byDefault, parent, grants }: DrawnPlace, to: string[]) {
  const room = kind === 'space' ? depthMax : depthMax - 1
  const above = world.places.filter((one) => one.kind === 'collection' && one.depth <= room)
  const chosen = above[parent % (above.length + 1)]
  const given = new Map(grants.map(([index, role]) => [to[index] ?? '', role]))
  world.places.push({
    ...{ kind, id: newId(), parentId: chosen?.id ?? null, depth: (chosen?.depth ?? 0) + 1, ...byDefault },
    grants: [...given].map(([one, role]) => ({ to: one, role })),
  })
}

async function insertWorld({ id, defaultRole, people, places }: World, teamIds: readonly string[]) {
  const stamps = { created_at: now, updated_at: now }
  const named = { organization_id: id, title: 'Thing', created_at: now }
  await insert('organizations', [{ id, title: 'Acme', default_role: defaultRole, ...stamps }])
  await insert(
    'users',
    people.map((one) => ({
      id: one.id,
      display_name: 'X',
      email: `${one.id.toLowerCase()}@x.org`,
      ...stamps,
    })),
  )
  const inside = people.filter(({ standing }) => standing !== 'none')
  await insert(
    'members',
    inside.map((one) => memberRow(id, one)),
  )
  await insert(
    'teams',
    teamIds.map((team) => ({ id: team, ...named })),
  )
  await insert(
    'team_members',
    inside.flatMap((one) =>
      one.teamIds.map((team) => ({ organization_id: id, team_id: team, user_id: one.id, role: 'member' })),
    ),
  )
  for (const kind of ['collection', 'space'] as const) {
    const some = places.filter((place) => place.kind === kind)
    await insert(
      `${kind}s`,
      some.map(({ id, parentId, inherits, defaultLevel }) => ({
        ...{ ...named, id, parent_id: parentId, inherits, default_level: defaultLevel },
        ...(kind === 'space' && contentOf(id)),
      })),
    )
    for (const principal of ['user', 'team'] as const) {
      const grants = some.flatMap((place) =>
        place.grants
          .filter(({ to }) => teamIds.includes(to) === (principal === 'team'))
          .map(({ to, role }) => ({ [`${kind}_id`]: place.id, [`${principal}_id`]: to, role })),
      )
      await insert(`${kind}_${principal}_grants`, grants)
    }
  }
}

async function insert(table: string, rows: readonly object[]) {
  if (rows.length > 0)
    await given
      .insertInto(table as 'teams')
      .values(rows as never)
      .execute()
}

function memberRow(organizationId: string, { id, standing }: Person) {
  const base = { organization_id: organizationId, user_id: id, joined_at: now }
  if (standing === 'disabled') return { ...base, role: 'admin', disabled_at: now }
  return { ...base, role: standing === 'guest' ? null : standing, disabled_at: null }
}

type Drawn = typeof organization extends fc.Arbitrary<infer T> ? T : never
type DrawnPlace = Drawn['spaces'][number]
type Counts = Record<'spaces' | 'collections' | 'people' | 'defaults' | 'hidden', number>

interface World {
  readonly id: string
  readonly defaultRole: Role | null
  readonly people: readonly Person[]
  /** Collections from outermost to innermost, then the spaces. */
  readonly places: Place[]
}

interface Person {
  readonly id: string
  readonly standing: OrganizationStanding
  readonly teamIds: readonly string[]
}

interface Place {
  readonly kind: 'space' | 'collection'
  readonly id: string
  readonly parentId: string | null
  readonly depth: number
  readonly inherits: boolean
  readonly defaultLevel: Role | null
  readonly grants: readonly { readonly to: string; readonly role: Role }[]
}

interface Shown {
  readonly defaultLevel: Role | null
  readonly defaultLevelInherited?: boolean | undefined
}
