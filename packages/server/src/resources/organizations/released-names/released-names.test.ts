import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenClaimant, newHost, siteAt } from '../../../test/claiming.ts'
import { givenVerifiedDomain } from '../../../test/domains.ts'
import { givenOrganization, startServer } from '../../../test/harness.ts'
import { manifestFor } from '../../../test/integrating.ts'
import { jobSettings } from '../../../test/job-settings.ts'
import { stemmaServer } from '../../../test/process.ts'
import { assertRefused } from '../../../test/recorded.ts'
import { pruneReleasedNames } from './jobs.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const dayMs = 24 * 60 * 60 * 1000

test('a basename that was given up is kept for its organization for 30 days', async (t) => {
  const [one, other] = [await givenClaimant(server), await givenClaimant(server)]
  const basename = `name-${one.siteId}`
  await one.claim({ basename })
  await one.claim({ basename: `next-${one.siteId}` })
  await assertRefused(server, other.organizationId, other.claim({ basename }), 'conflict')
  await one.addSite({ basename })
  await one.claim({ basename: `third-${one.siteId}` })
  const next = { basename: `next-${one.siteId}` }
  await assertRefused(server, other.organizationId, other.claim(next), 'conflict')
  t.after(() => {
    server.time.now = undefined
  })
  server.time.now = new Date(Date.now() + 31 * dayMs).toISOString()
  assert.equal((await other.claim(next)).basename, next.basename)
})

test('the addresses of a deleted site are kept, with its id and what overlaps with its proxy', async () => {
  const [one, other] = [await givenClaimant(server), await givenClaimant(server)]
  const host = newHost()
  for (const { organizationId } of [one, other]) await givenVerifiedDomain(server, organizationId, host)
  const basename = `name-${one.siteId}`
  await one.claim({ basename, proxy: `${host}/a/b` })
  await one.api.deleteSiteById({ params: one.params })
  const wanted = [{ basename }, { basename: one.siteId }, ...['a', 'a/b', 'a/b/c'].map(proxyOn(host))]
  for (const body of wanted) await assertRefused(server, other.organizationId, other.claim(body), 'conflict')
  await other.claim({ proxy: `${host}/b` })
  const again = await one.addSite({ basename, proxy: `${host}/a/b` })
  assert.equal(await siteAt(server, `https://${host}/a/b`), again.siteId)
})

test('of two who give up and take a basename at once, the second does not get it', async () => {
  for (let round = 0; round < 8; round++) {
    const [one, other] = [await givenClaimant(server), await givenClaimant(server)]
    const basename = `name-${one.siteId}`
    await one.claim({ basename })
    const [, taken] = await Promise.allSettled([
      one.claim({ basename: `next-${one.siteId}` }),
      other.claim({ basename }),
    ])
    assert.equal(taken.status, 'rejected', `round ${round}`)
  }
})

test('the hostname of an organization is kept for it', async () => {
  const [one, other] = [await givenOrganization(server), await givenOrganization(server)]
  const take = ({ id, admin }: typeof one, hostname: string) =>
    server.as(admin).updateOrganizationById({ params: { organizationId: id }, body: { hostname } })
  await take(one, 'kept-for-one')
  await take(one, 'elsewhere')
  await assertRefused(server, other.id, take(other, 'kept-for-one'), 'conflict')
  assert.equal((await take(one, 'kept-for-one')).hostname, 'kept-for-one')
})

test('all names of a deleted organization are kept, until the operator frees them', async () => {
  const [one, other] = [await givenClaimant(server), await givenClaimant(server)]
  const host = newHost()
  for (const { organizationId } of [one, other]) await givenVerifiedDomain(server, organizationId, host)
  const [basename, hostname, integrationName] = [`name-${one.siteId}`, 'gone-with-all', `Gone-${one.siteId}`]
  await one.claim({ basename, proxy: `${host}/a` })
  const publish = ({ organizationId, api }: typeof one, name: string) =>
    api.publishIntegration({ params: { integrationName: name }, body: manifestFor({ id: organizationId }) })
  await publish(one, integrationName)
  await one.api.updateOrganizationById({ ...one.at, body: { hostname } })
  await server.db.deleteFrom('organizations').where('id', '=', one.organizationId).execute()
  const attempts = {
    [basename]: () => other.claim({ basename }),
    [`${host}/a`]: () => other.claim({ proxy: `${host}/a` }),
    [hostname]: () => other.api.updateOrganizationById({ ...other.at, body: { hostname } }),
    [integrationName]: () => publish(other, integrationName.toLowerCase()),
  }
  for (const [name, attempt] of Object.entries(attempts)) {
    await assertRefused(server, other.organizationId, attempt(), 'conflict')
    const freed = await stemmaServer(['name', 'free', '--name', name], { DATABASE_URL: server.url })
    assert.deepEqual([freed.code, freed.stdout], [0, `${name} is available.\n`], freed.stderr)
    await attempt()
  }
  const unknown = await stemmaServer(['name', 'free', '--name', 'never-was'], { DATABASE_URL: server.url })
  assert.equal(unknown.code, 1)
})

test('a job forgets names that are kept no longer', async () => {
  const one = await givenClaimant(server)
  await one.claim({ basename: `name-${one.siteId}` })
  await one.claim({ basename: `next-${one.siteId}` })
  const kept = async () => {
    const rows = server.db
      .selectFrom('released_names')
      .select('name')
      .where('name', '=', `name-${one.siteId}`)
    return (await rows.execute()).length
  }
  const prune = (days: number) => {
    const now = new Date(Date.now() + days * dayMs).toISOString()
    return pruneReleasedNames({}, { ...jobSettings, db: server.db, blobs: server.blobs, now })
  }
  await prune(29)
  assert.equal(await kept(), 1)
  await prune(31)
  assert.equal(await kept(), 0)
})

function proxyOn(host: string) {
  return (path: string) => ({ proxy: `${host}/${path}` })
}
