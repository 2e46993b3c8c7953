import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roles } from '@stemma/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { newId } from '../common/ids.ts'
import { givenMember, givenOrganization, givenTeam, givenToken, startServer } from '../test/harness.ts'
import { contentOf, join } from '../test/world.ts'
import { rememberStandings } from './remembered-standing.ts'
import { secretHash } from './secrets.ts'
import { findStanding } from './standing.ts'

const server = await startServer()
const { db } = server
const now = new Date().toISOString()
const ssoProvedAfter = '2026-01-01T00:00:00.000Z'

test('what is remembered is what the whole statement says, whatever was changed in between', async (t) => {
  const seed = Math.trunc(Math.random() * 2 ** 31)
  t.diagnostic(`seed ${seed}`)
  const stage = await givenStage()
  const findRemembered = await rememberStandings(db)
  const compare = async (changed: string) => {
    for (const secret of stage.secrets) {
      for (const spaceId of stage.spaces) {
        const place = { path: '/v1/spaces/{spaceId}', params: { spaceId } }
        const lookup = { secretHash: secretHash(secret), ...place, now, ssoProvedAfter }
        const expected = await findStanding(db, lookup)
        assert.deepEqual(await findRemembered(db, lookup), expected, changed)
      }
    }
  }
  const agrees = fc.asyncProperty(
    fc.array(change(stage), { maxLength: 3 }),
    change(stage),
    async (before, last) => {
      await stage.reset()
      for (const one of before) await make(one)
      await compare('before')
      await make(last)
      await compare(last.statement)
    },
  )
  await fc.assert(agrees, { numRuns: 150, seed, endOnFailure: true })
})

async function make({ statement, isUndone }: { statement: string; isUndone: boolean }) {
  const made = db.transaction().execute(async (transaction) => {
    await sql.raw(statement).execute(transaction)
    if (isUndone) throw new Error('undone')
  })
  await made.catch(() => {})
}

test('whatever a level follows from gives the organization a new version when it changes', async () => {
  const { organizations, people, teams, collections, spaces } = await givenStage()
  const [organization, person, team] = [organizations[0], people[0], teams[0]].map((id) => `'${id}'`)
  const [collection, space] = [collections[2], spaces[0]].map((id) => `'${id}'`)
  const member = `organization_id = ${organization} and user_id = ${person}`
  const statements = [
    `update members set role = 'create' where ${member}`,
    `update members set disabled_at = now() where ${member}`,
    `insert into team_members (organization_id, team_id, user_id, role)
      values (${organization}, ${team}, ${person}, 'member')`,
    `delete from team_members where team_id = ${team}`,
    `update collections set inherits = false where id = ${collection}`,
    `update collections set default_level = 'read' where id = ${collection}`,
    `update collections set parent_id = null where id = ${collection}`,
    `update collections set deleted_at = now() where id = ${collection}`,
    ...[`collection_user_grants ${collection} ${person}`, `collection_team_grants ${collection} ${team}`],
    ...[`space_user_grants ${space} ${person}`, `space_team_grants ${space} ${team}`],
    `delete from members where ${member}`,
    `insert into members (organization_id, user_id, joined_at) values (${organization}, ${person}, now())`,
  ].flatMap((text) => {
    const [, table, place, whose] = text.match(/^(\w+_grants) (\S+) (\S+)$/) ?? []
    if (table === undefined) return [text]
    return [
      `insert into ${table} values (${place}, ${whose}, 'read')`,
      `update ${table} set role = 'edit'`,
      `delete from ${table}`,
    ]
  })
  for (const statement of statements) {
    const before = await versionOf(organizations[0])
    await sql.raw(statement).execute(db)
    assert.notEqual(await versionOf(organizations[0]), before, statement)
  }
})

async function versionOf(organizationId = '') {
  const one = db.selectFrom('organization_access').where('organization_id', '=', organizationId)
  return (await one.select('version').executeTakeFirstOrThrow()).version
}

test('a request by a remembered standing is refused once it was taken away', async () => {
  const organization = await givenOrganization(server)
  const guest = await givenMember(server, organization, null)
  const admin = server.as(organization.admin)
  const { id: spaceId } = await admin.createSpace({ params: { organizationId: organization.id }, body: {} })
  const get = () => server.as(guest).getSpaceById({ params: { spaceId } })
  for (const _ of [1, 2]) {
    await admin.inviteToSpace({ params: { spaceId }, body: { users: [guest.id], role: 'read' } })
    for (const _ of [1, 2, 3]) assert.equal((await get()).id, spaceId)
    await admin.removeUserFromSpace({ params: { spaceId, userId: guest.id } })
    await assert.rejects(get, { status: 404 })
  }
})

test('a token that ended or expired is refused, remembered or not', async () => {
  const organization = await givenOrganization(server)
  const person = await givenMember(server, organization)
  const { id: spaceId } = await server
    .as(organization.admin)
    .createSpace({ params: { organizationId: organization.id }, body: {} })
  const later = new Date(Date.now() + 60_000).toISOString()
  const [ending, expiring] = [
    await givenToken(server, person.id),
    await givenToken(server, person.id, { expiresAt: later }),
  ]
  const get = (token: { secret: string }) => server.as(token).getSpaceById({ params: { spaceId } })
  for (const token of [ending, ending, expiring, expiring]) assert.equal((await get(token)).id, spaceId)
  await db.deleteFrom('tokens').where('id', '=', ending.tokenId).execute()
  await assert.rejects(get(ending), { status: 401 })
  server.time.now = later
  await assert.rejects(get(expiring), { status: 401 })
  server.time.now = undefined
})

test('where the database does not tell of changes, nothing is remembered', async () => {
  await sql`alter table members disable trigger access_changed`.execute(db)
  assert.equal(await rememberStandings(db), findStanding)
  await sql`alter table members enable trigger access_changed`.execute(db)
})

test('in an organization whose changes are not told, nothing is remembered', async () => {
  const { organizations, people, secrets, spaces } = await givenStage()
  await db.deleteFrom('organization_access').where('organization_id', 'in', organizations).execute()
  const find = await rememberStandings(db)
  const params = { spaceId: spaces[0] ?? '' }
  const lookup = {
    secretHash: secretHash(secrets[0] ?? ''),
    path: '/v1/spaces/{spaceId}',
    params,
    now,
    ssoProvedAfter,
  }
  assert.equal((await find(db, lookup))?.standing.space, 'edit')
  await db
    .updateTable('members')
    .set({ role: 'read' })
    .where('user_id', '=', people[0] ?? '')
    .execute()
  assert.equal((await find(db, lookup))?.standing.space, 'read')
})

/** Two organizations, with users in both, teams, nested collections, and spaces in them. */
async function givenStage() {
  const [one, other] = [await givenOrganization(server), await givenOrganization(server)]
  const organizations = [one.id, other.id]
  const people = [await givenMember(server, one, 'edit'), await givenMember(server, one, null)]
  for (const { id } of people) await join(server, other.id, id, 'read')
  const teams = [await givenTeam(server, one), await givenTeam(server, other)].map(({ id }) => id)
  const collections = [newId(), newId(), newId()]
  const named = { organization_id: one.id, title: 'Place', created_at: now }
  const nested = collections.map((id, index) => ({ id, ...named, parent_id: collections[index - 1] ?? null }))
  await db.insertInto('collections').values(nested).execute()
  const spaces = [newId(), newId()]
  const rows = spaces.map((id, index) => {
    return { id, ...named, ...contentOf(id), parent_id: index === 0 ? null : (collections[2] ?? null) }
  })
  await db.insertInto('spaces').values(rows).execute()
  const reset = async () => {
    await sql`insert into members (organization_id, user_id, role, joined_at)
      select ${one.id}, id, null, now() from unnest(${people.map(({ id }) => id)}::text[]) id
      on conflict (organization_id, user_id) do update set role = null, disabled_at = null`.execute(db)
    await sql`insert into team_members (organization_id, team_id, user_id, role)
      select ${one.id}, ${teams[0]}, id, 'member' from unnest(${people.map(({ id }) => id)}::text[]) id
      on conflict do nothing`.execute(db)
    await sql`update collections set inherits = true, default_level = null, deleted_at = null`.execute(db)
    await sql`update spaces set organization_id = ${one.id}, deleted_at = null, inherits = true,
      default_level = null, parent_id = ${collections[2]}`.execute(db)
    await sql`update organizations set sso = false`.execute(db)
    await sql`delete from space_team_grants`.execute(db)
  }
  const [ids, secrets] = [people.map(({ id }) => id), people.map(({ secret }) => secret)]
  return { organizations, people: ids, secrets, teams, collections, spaces, reset }
}

type Stage = Awaited<ReturnType<typeof givenStage>>

/** Any change that an operation, a job or manual SQL can make. */
function change({ organizations, people, teams, collections, spaces }: Stage) {
  const of = (ids: readonly string[]) => fc.constantFrom(...ids).map((id) => `'${id}'`)
  const role = fc.constantFrom(...roles).map((one) => `'${one}'`)
  const perhaps = (one: fc.Arbitrary<string>) => fc.oneof(one, fc.constant('null'))
  const level = fc.oneof(
    fc.constant('inherits = true, default_level = null'),
    perhaps(role).map((one) => `inherits = false, default_level = ${one}`),
  )
  const given = {
    organization: of(organizations),
    person: of(people),
    team: of(teams),
    collection: of(collections),
    space: of(spaces),
    role,
    perhapsRole: perhaps(role),
    perhapsCollection: perhaps(of(collections)),
    level,
    perhapsPerson: perhaps(of(people)),
    flag: fc.constantFrom('true', 'false'),
    perhapsNow: perhaps(fc.constant('now()')),
  }
  return fc
    .record({
      one: fc.record(given),
      kind: fc.constantFrom(...kinds),
      isUndone: fc.nat(9).map((one) => one === 0),
    })
    .map(({ one, kind, isUndone }) => ({ statement: kind(one), isUndone }))
}

interface Given
  extends Readonly<
    Record<
      | 'organization'
      | 'person'
      | 'team'
      | 'collection'
      | 'space'
      | 'role'
      | 'level'
      | 'flag'
      | 'perhapsRole'
      | 'perhapsCollection'
      | 'perhapsPerson'
      | 'perhapsNow',
      string
    >
  > {}

const ofMember = ({ organization, person }: Given) =>
  `where organization_id = ${organization} and user_id = ${person}`

/** A team can only get grants in its own organization. */
const grant = (place: 'space' | 'collection', to: 'user' | 'team') => (one: Given) => {
  const [table, id] = [`${place}_${to}_grants`, to === 'user' ? one.person : one.team]
  const among = to === 'user' ? 'users t' : 'teams t on t.organization_id = p.organization_id'
  return `insert into ${table} (${place}_id, ${to}_id, role) select p.id, t.id, ${one.role}
    from ${place}s p ${to === 'user' ? 'cross join' : 'join'} ${among}
    where p.id = ${one[place]} and t.id = ${id}
    on conflict (${place}_id, ${to}_id) do update set role = excluded.role`
}

const revoke = (place: 'space' | 'collection', to: 'user' | 'team') => (one: Given) =>
  `delete from ${place}_${to}_grants
    where ${place}_id = ${one[place]} and ${to}_id = ${to === 'user' ? one.person : one.team}`

const kinds: readonly ((one: Given) => string)[] = [
  (one) => `update members set role = ${one.perhapsRole} ${ofMember(one)}`,
  (one) => `update members set disabled_at = ${one.perhapsNow} ${ofMember(one)}`,
  (one) => `delete from members ${ofMember(one)}`,
  (one) => `insert into members (organization_id, user_id, role, joined_at)
    values (${one.organization}, ${one.person}, ${one.perhapsRole}, now())`,
  (one) => `insert into team_members (organization_id, team_id, user_id, role)
    select organization_id, id, ${one.person}, 'member' from teams where id = ${one.team}`,
  (one) => `delete from team_members where team_id = ${one.team} and user_id = ${one.person}`,
  (one) => `update collections set ${one.level} where id = ${one.collection}`,
  (one) => `update collections set deleted_at = ${one.perhapsNow} where id = ${one.collection}`,
  (one) => `update collections set parent_id = case when id < ${one.perhapsCollection}
    then ${one.perhapsCollection} end where id = ${one.collection}`,
  (one) => `update spaces set ${one.level} where id = ${one.space}`,
  (one) => `update spaces set parent_id = ${one.perhapsCollection} where id = ${one.space}`,
  (one) => `with left_behind as (delete from space_team_grants where space_id = ${one.space})
    update spaces set organization_id = ${one.organization}, parent_id = null where id = ${one.space}`,
  (one) => `update spaces set deleted_at = ${one.perhapsNow} where id = ${one.space}`,
  (one) => `update organizations set sso = ${one.flag}, sso_exempt_user_id = ${one.perhapsPerson}
    where id = ${one.organization}`,
  ...(['space', 'collection'] as const).flatMap((place) =>
    (['user', 'team'] as const).flatMap((to) => [grant(place, to), revoke(place, to)]),
  ),
]
