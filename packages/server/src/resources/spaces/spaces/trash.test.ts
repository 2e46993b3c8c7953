import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { newId } from '../../../common/ids.ts'
import { inTransaction } from '../../../db/transaction.ts'
import {
  givenMember,
  givenOrganization,
  givenTeam,
  type Organization,
  type Person,
  startServer,
} from '../../../test/harness.ts'
import { jobSettings } from '../../../test/job-settings.ts'
import { givenCollection, givenSpace, namedSpaces } from '../../../test/places.ts'
import { startQuietWorker } from '../../../test/quiet-worker.ts'
import { assertRefused, recorded, refusalOf } from '../../../test/recorded.ts'
import { purgeSpace } from './jobs.ts'
import * as spaces from './store.ts'

const server = await startServer()
const notFound = { status: 404, reason: 'not_found' }
const keptDays = 7
const dayMs = 24 * 60 * 60 * 1000

test('a deleted space is nowhere: not alone, in no list, in no count', async () => {
  const { organization, spaceId, parent, member, team } = await givenShared()
  const { id, admin } = organization
  const deleted = await server.as(admin).request('deleteSpaceById', { params: { spaceId } })
  assert.equal(deleted.status, 205)
  assert.deepEqual(await recorded(server, id, deleted), [
    { type: 'space.deleted', actor: admin.id, spaceId, title: 'Guide' },
  ])
  for (const person of [admin, member]) {
    const api = server.as(person)
    await assert.rejects(api.getSpaceById({ params: { spaceId } }), notFound)
    const all = await api.listSpacesInOrganizationById({ params: { organizationId: id } })
    assert.deepEqual([all.items, all.count], [[], 0])
    const inside = await api.listSpacesInCollectionById({ params: { collectionId: parent } })
    assert.deepEqual([inside.items, inside.count], [[], 0])
    const params = { organizationId: id, userId: person.id }
    assert.deepEqual((await api.listSpacesForOrganizationMember({ params })).items, [])
  }
  assert.deepEqual(await counted(organization, member, team.id), { member: 0, team: 0, admin: 0 })
})

test('nothing can be done to a deleted space but to restore it', async () => {
  const { organization, spaceId, parent, member, team } = await givenShared()
  const api = server.as(organization.admin)
  const params = { spaceId }
  await api.deleteSpaceById({ params })
  const role = 'read' as const
  for (const attempt of [
    () => api.updateSpaceById({ params, body: { title: 'New' } }),
    () => api.duplicateSpace({ params }),
    () => api.moveSpace({ params, body: { parent: null } }),
    () => api.moveSpace({ params, body: { parent } }),
    () => api.transferSpace({ params, body: { organization: organization.id } }),
    () => api.inviteToSpace({ params, body: { role, users: [member.id] } }),
    () => api.listUserPermissionsInSpace({ params }),
    () => api.listTeamPermissionsInSpace({ params }),
    () => api.listPermissionsAggregateInSpace({ params }),
    () => api.updateUserPermissionInSpace({ params: { spaceId, userId: member.id }, body: { role } }),
    () => api.removeTeamFromSpace({ params: { spaceId, teamId: team.id } }),
  ]) {
    await assert.rejects(attempt(), notFound)
  }
  assert.equal((await api.request('deleteSpaceById', { params })).status, 204)
})

test('a space that is deleted while it is duplicated leaves no copy', async () => {
  const { organization, spaceId } = await givenShared()
  const { answer } = await server.db.transaction().execute(async (transaction) => {
    const deleted = { deleted_at: new Date().toISOString() }
    await transaction.updateTable('spaces').set(deleted).where('id', '=', spaceId).execute()
    const begun = refusalOf(server.as(organization.admin).duplicateSpace({ params: { spaceId } }))
    await sleep(100)
    return { answer: begun }
  })
  assert.equal((await answer).status, 404)
})

test('spec 280, 349: a restored space is as it was, where it was, and counts again', async () => {
  const { organization, spaceId, member, team } = await givenShared()
  const { id, admin } = organization
  const api = server.as(admin)
  const before = await api.getSpaceById({ params: { spaceId } })
  await api.deleteSpaceById({ params: { spaceId } })
  const restored = await api.request('restoreSpace', { params: { spaceId } })
  assert.deepEqual(restored.data, before)
  assert.deepEqual(await api.getSpaceById({ params: { spaceId } }), before)
  assert.equal((await server.as(member).getSpaceById({ params: { spaceId } })).permissions.edit, true)
  assert.deepEqual(await recorded(server, id, restored), [
    { type: 'space.restored', actor: admin.id, spaceId, title: 'Guide' },
  ])
  assert.deepEqual(await counted(organization, member, team.id), { member: 1, team: 1, admin: 1 })
  await assertRefused(server, id, api.restoreSpace({ params: { spaceId } }), 'conflict')
})

test('only an admin of the space restores it, and others learn nothing of it', async () => {
  const { organization, spaceId, member } = await givenShared()
  const stranger = await givenMember(server, organization, null)
  await server.as(organization.admin).deleteSpaceById({ params: { spaceId } })
  const restore = (person: Person) => server.as(person).restoreSpace({ params: { spaceId } })
  await assert.rejects(restore(member), { status: 403 })
  await assert.rejects(restore(stranger), notFound)
  const elsewhere = await givenOrganization(server)
  await assert.rejects(restore(elsewhere.admin), notFound)
  await assert.rejects(server.as(elsewhere.admin).restoreSpace({ params: { spaceId: newId() } }), notFound)
  assert.equal((await restore(organization.admin)).id, spaceId)
})

test('after the days that it is kept a space cannot be restored, even if it is still there', async (t) => {
  const { organization, spaceId } = await givenShared()
  const api = server.as(organization.admin)
  const now = Date.now()
  t.after(() => {
    server.time.now = undefined
  })
  server.time.now = new Date(now).toISOString()
  await api.deleteSpaceById({ params: { spaceId } })
  server.time.now = new Date(now + keptDays * dayMs).toISOString()
  await assertRefused(server, organization.id, api.restoreSpace({ params: { spaceId } }), 'not_found')
  server.time.now = new Date(now + keptDays * dayMs - 1).toISOString()
  assert.equal((await api.restoreSpace({ params: { spaceId } })).id, spaceId)
})

test('deleting asks for the purge in time, and the purge leaves nothing of the space', async () => {
  const { organization, spaceId, parent, member, team } = await givenShared()
  const beside = await givenSpace(server, organization, { parent })
  await server.as(organization.admin).deleteSpaceById({ params: { spaceId } })
  const [runAt] = await purgesOf(spaceId)
  assert.ok(Math.abs(Date.parse(runAt ?? '') - Date.now() - keptDays * dayMs) < 60_000)
  await purge(spaceId, keptDays * dayMs + 60_000)
  assert.deepEqual(await tracesOf(spaceId), ['events'])
  assert.equal((await server.as(member).getSpaceById({ params: { spaceId: beside } })).id, beside)
  assert.deepEqual(await counted(organization, member, team.id), { member: 0, team: 0, admin: 0 })
  const restore = server.as(organization.admin).restoreSpace({ params: { spaceId } })
  await assert.rejects(restore, notFound)
  const event = await server.db
    .selectFrom('events')
    .select(['actor_id', 'body'])
    .where('organization_id', '=', organization.id)
    .where('type', '=', 'space.purged')
    .executeTakeFirstOrThrow()
  assert.deepEqual(event, { actor_id: null, body: { spaceId } })
  await purge(spaceId, keptDays * dayMs + 60_000)
})

test('the purge spares what was restored, and waits for what is kept longer', async () => {
  const { organization, spaceId } = await givenShared()
  const api = server.as(organization.admin)
  await api.deleteSpaceById({ params: { spaceId } })
  await api.restoreSpace({ params: { spaceId } })
  await purge(spaceId, 30 * dayMs)
  assert.equal((await api.getSpaceById({ params: { spaceId } })).id, spaceId)

  await api.deleteSpaceById({ params: { spaceId } })
  const asked = (await purgesOf(spaceId)).length
  await purge(spaceId, keptDays * dayMs - 60_000)
  assert.equal((await purgesOf(spaceId)).length, asked + 1)
  await purge(spaceId, keptDays * dayMs + 60_000, 30)
  assert.equal((await api.restoreSpace({ params: { spaceId } })).id, spaceId)
})

test('the worker purges what its time has come for, with a duplicate of it untouched', async (t) => {
  const { organization, spaceId } = await givenShared()
  const api = server.as(organization.admin)
  const copy = await api.duplicateSpace({ params: { spaceId } })
  const kept = await givenSpace(server, organization)
  t.after(() => {
    server.time.now = undefined
  })
  server.time.now = new Date(Date.now() - keptDays * dayMs - 60_000).toISOString()
  await api.deleteSpaceById({ params: { spaceId } })
  server.time.now = undefined
  await api.deleteSpaceById({ params: { spaceId: kept } })
  const worker = await startQuietWorker(server, { deletedSpacesKeptDays: keptDays })
  t.after(() => worker.stop())
  for (let tries = 0; await spaces.find(server.db, spaceId); tries++) {
    assert.ok(tries < 250, 'it should have been purged by now')
    await sleep(20)
  }
  assert.equal((await api.getSpaceById({ params: { spaceId: copy.id } })).revision, copy.revision)
  assert.equal((await api.restoreSpace({ params: { spaceId: kept } })).id, kept)
})

test('deleting one space twenty times at once deletes it once, and counts it once', async () => {
  const { organization, spaceId, member, team } = await givenShared()
  const api = server.as(organization.admin)
  const deletions = Array.from({ length: 20 }, () => api.request('deleteSpaceById', { params: { spaceId } }))
  const statuses = (await Promise.all(deletions)).map(({ status }) => status)
  assert.deepEqual(statuses.sort(), [...Array(19).fill(204), 205])
  assert.deepEqual(await counted(organization, member, team.id), { member: 0, team: 0, admin: 0 })
  const restorings = Array.from({ length: 20 }, () => api.restoreSpace({ params: { spaceId } }))
  const restored = await Promise.allSettled(restorings)
  const conflicts = restored.filter((one) => one.status === 'rejected').map(({ reason }) => reason.status)
  assert.deepEqual(conflicts, Array(19).fill(409))
  assert.deepEqual(await counted(organization, member, team.id), { member: 1, team: 1, admin: 1 })
})

test('giving levels while the space is deleted and restored leaves every count exact', async () => {
  const { organization, spaceId, member, team } = await givenShared()
  const api = server.as(organization.admin)
  const people: Person[] = []
  for (let one = 0; one < 12; one++) people.push(await givenMember(server, organization))
  const give = ({ id }: Person) =>
    api.inviteToSpace({ params: { spaceId }, body: { role: 'read', users: [id] } })
  const flip = async () => {
    await api.deleteSpaceById({ params: { spaceId } })
    await api.restoreSpace({ params: { spaceId } })
  }
  await Promise.allSettled([...people.map(give), ...people.map(give), flip()])
  const { items } = await api.listUserPermissionsInSpace({ params: { spaceId } })
  const granted = new Set(items.map(({ user }) => user.id))
  for (const person of [...people, member]) {
    assert.equal(await namedSpaces(server, organization, person.id), granted.has(person.id) ? 1 : 0)
  }
  assert.equal((await counted(organization, member, team.id)).team, 1)
})

/** A space in a collection, with grants to a member and to a team. */
async function givenShared() {
  const organization = await givenOrganization(server)
  const [member, writer] = [await givenMember(server, organization), await givenMember(server, organization)]
  const team = await givenTeam(server, organization, 'Writers', { [writer.id]: 'member' })
  const parent = await givenCollection(server, organization)
  const api = server.as(organization.admin)
  const params = { organizationId: organization.id }
  const { id: spaceId } = await api.createSpace({ params, body: { title: 'Guide', parent } })
  const body = { role: 'edit' as const, users: [member.id], teams: [team.id] }
  await api.inviteToSpace({ params: { spaceId }, body })
  assert.deepEqual(await counted(organization, member, team.id), { member: 1, team: 1, admin: 1 })
  return { organization, member, team, parent, spaceId }
}

async function counted({ id, admin }: Organization, person: Person, teamId: string) {
  const api = server.as(admin)
  const team = await api.getTeamInOrganizationById({ params: { organizationId: id, teamId } })
  return {
    member: await namedSpaces(server, { id }, person.id),
    team: team.spaces,
    admin: await namedSpaces(server, { id }, admin.id),
  }
}

/** Runs the job with a clock that is ahead by `aheadMs`. */
function purge(spaceId: string, aheadMs: number, deletedSpacesKeptDays = keptDays) {
  const now = new Date(Date.now() + aheadMs).toISOString()
  return inTransaction(server.db, { repeatable: true }, (db) =>
    purgeSpace({ spaceId }, { db, blobs: server.blobs, now, ...jobSettings, deletedSpacesKeptDays }),
  )
}

async function purgesOf(spaceId: string): Promise<string[]> {
  const { rows } = await sql<{ runAt: string }>`select j.run_at as "runAt"
    from graphile_worker._private_jobs j where j.payload->>'spaceId' = ${spaceId}`.execute(server.db)
  return rows.map(({ runAt }) => runAt)
}

/** The tables that contain the space's ID in any column. */
async function tracesOf(spaceId: string): Promise<string[]> {
  const tables = await server.db.introspection.getTables()
  const traces: string[] = []
  for (const { name } of tables.filter(({ schema }) => schema === 'public')) {
    const { rows } = await sql`select 1 from ${sql.table(name)} t
      where strpos(t::text, ${spaceId}) > 0 limit 1`.execute(server.db)
    if (rows.length > 0 && name !== 'idempotency_keys') traces.push(name)
  }
  return traces
}
