import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { filesystemBlobs } from '../files/filesystem-blobs.ts'
import { s3Blobs } from '../files/s3-blobs.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { givenClaimant, newHost } from '../test/claiming.ts'
import { givenVerifiedDomain } from '../test/domains.ts'
import { givenOrganization, startServer } from '../test/harness.ts'
import { stemmaServer } from '../test/process.ts'
import { ask, givenEverything, givenNothing, installationOf, testKeys } from '../test/upkeep.ts'
import type { Diagnosis } from '../upkeep/diagnosis.ts'
import { examine, type Patient } from '../upkeep/doctor.ts'

const server = await startServer()
const { db } = server
const { url, folder, settings } = installationOf(server)
const { spaceId } = await givenEverything(server)
// Test databases commit asynchronously, which is a fault anywhere else.
await ask(url, `alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = on`)

const patient: Patient = {
  url,
  publicUrl: 'https://docs.example.com',
  sitesUrl: 'https://sites.example.com',
  hasAddress: async () => true,
  smtpServer: undefined,
  filesFolder: folder,
  keys: async () => testKeys,
  blobs: () => filesystemBlobs({ folder }),
}

test('nothing is wrong with a new installation, in words and as JSON', async () => {
  const { code, stdout, stderr } = await stemmaServer(['doctor'], settings)
  assert.equal(stderr, '')
  assert.match(stdout, /^fine {4}database: PostgreSQL \d+\.\d+.* is reachable\.$/m)
  assert.match(
    stdout,
    /^notice {2}public URL: http:\/\/127\.0\.0\.1:3000 can't be reached .* Set STEMMA_PUBLIC_URL\.$/m,
  )
  assert.match(stdout, /doctor: 16 checks, 0 faults, 2 notices\n$/)
  assert.equal(code, 0)
  const { checks } = JSON.parse((await stemmaServer(['doctor', '--json'], settings)).stdout)
  assert.deepEqual(
    checks.map(({ verdict }: Diagnosis) => verdict).filter((verdict: string) => verdict === 'fault'),
    [],
  )
})

test('a fault is the exit code; wrong settings and a database that is not there are faults', async () => {
  const wrong = await stemmaServer(['doctor'], { ...settings, STEMMA_PORT: 'x' })
  assert.match(
    wrong.stdout,
    /^fault {3}configuration: STEMMA_PORT must be .*\ndoctor: 1 check, 1 fault, 0 notices\n$/,
  )
  assert.equal(wrong.code, 1)
  const away = await faults({ url: 'postgres://stemma:hunter2@127.0.0.1:1/stemma' })
  assert.match(
    away,
    /^database: It can't be reached \(ECONNREFUSED\)\. Check DATABASE_URL, and that PostgreSQL is running\.$/,
  )
  const unknown = new URL(url)
  unknown.pathname = '/stemma_not_created'
  assert.match(
    await faults({ url: unknown.href }),
    /^database: The database in DATABASE_URL does not exist\. Create it with createdb/,
  )
})

test('migrations that lack, and those that nobody knows, are told', async (t) => {
  const { url: empty } = await givenNothing(t)
  assert.match(
    await faults({ url: empty }),
    /^migrations: The database .* lacks \d+ migrations \(0001-\S+, .*Run stemma-server migrate\.$/m,
  )
  await ask(url, "insert into migrations values ('9999-later.sql', 'x', now())")
  assert.match(
    await faults(),
    /^migrations: .*9999-later\.sql, which this version does not know\. Run a newer Stemma/,
  )
  await ask(url, "delete from migrations where name = '9999-later.sql'")
  assert.equal(await faults(), '')
})

test('deleted organizations are listed, and those that should be gone are a fault', async () => {
  const { id } = await givenOrganization(server)
  const set = (until: string) =>
    ask(
      url,
      `update organizations set deleted_at = now(), restorable_until = now() + interval '${until}'
        where id = '${id}'`,
    )
  await set('3 days')
  const found: Diagnosis[] = []
  for await (const one of examine(patient)) found.push(one)
  const { verdict, says } = found.find(({ check }) => check === 'deleted organizations') ?? {}
  assert.equal(verdict, 'fine')
  assert.match(says ?? '', new RegExp(`1 will be removed, the first of them: ${id} on \\d{4}-`))
  await set('-2 days')
  assert.match(await faults(), new RegExp(`^deleted organizations: Should be removed by now: ${id}`, 'm'))
  await ask(url, `delete from organizations where id = '${id}'`)
})

test('a bucket that does not answer is told, and so is what else was found', async () => {
  const credentials = { accessKeyId: 'KEY', secretAccessKey: 'secret' }
  const place = { bucket: 'none', region: 'none', endpoint: 'http://127.0.0.1:1', forcePathStyle: true }
  const blobs = async () => s3Blobs({ ...place, credentials, attemptsMax: 1 })
  assert.match(
    await faults({ filesFolder: undefined, blobs, keys: async () => [] }),
    /^secrets: .*\nstored files: The files can't be read \(ECONNREFUSED\)\. Check the settings STEMMA_FILES_/,
  )
})

test('a folder that cannot be written, and a file that is gone from it, are told', async () => {
  assert.match(
    await faults({ filesFolder: join(folder, 'none') }),
    /^files: The folder \S+none does not exist\. Create it, or correct STEMMA_FILES_FOLDER/,
  )
  await rm(join(folder, Buffer.from(spaceId).toString('hex')), { recursive: true })
  assert.match(await faults(), /^stored files: 1 of 1 sampled files .* missing: the file .* restore --verify/)
})

test('keys that are missing or wrong are told', async () => {
  assert.match(
    await faults({ keys: async () => [] }),
    /^secrets: .*needs the key test\. Add it to STEMMA_SECRET_KEYS or to the file secret-keys/m,
  )
  const wrong = testKeys.map(({ id }) => ({ id, key: Buffer.alloc(32) }))
  assert.match(await faults({ keys: async () => wrong }), /^secrets: .*can't be decrypted with the key test/m)
})

test('settings of PostgreSQL that can lose what was answered are told', async () => {
  const name = new URL(url).pathname.slice(1)
  await ask(url, `alter database ${name} set synchronous_commit = off`)
  assert.match(
    await faults(),
    /^synchronous_commit: It is off, .*Set synchronous_commit = on in PostgreSQL\.$/m,
  )
  await ask(url, `alter database ${name} set synchronous_commit = on`)
})

test('jobs that nobody does, and those that were given up, are told', async () => {
  await ask(url, 'select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
  await enqueue(db, 'prune_events', {}, { runAt: new Date(Date.now() - 600_000).toISOString(), key: 'late' })
  assert.match(
    await faults(),
    /^jobs: 1 due and not started, the oldest for 10 minutes\. Start stemma-server/m,
  )
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = 'late'`.execute(db)
  assert.match(await faults(), /^jobs: 1 failed permanently \(prune_events\)\. See last_error/m)
  await ask(url, 'select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
})

test('content that is not what its hash says is told', async () => {
  await sql`update content_objects set packing = 0, bytes = 'x' where hash =
    (select root from revisions where space_id = ${spaceId} order by id desc limit 1)`.execute(db)
  assert.match(await faults(), /^contents: 1 of \d+ sampled objects .* damaged: the object/m)
})

test('what is missing for the host of a site is told, host by host', async () => {
  const { api, organizationId, claim } = await givenClaimant(server)
  const host = newHost()
  const saysOf = async (changes: Partial<Patient> = {}) => {
    const said: string[] = []
    for await (const { verdict, check, says } of examine({ ...patient, ...changes }))
      if (check.startsWith('site')) said.push(`${verdict} ${check}: ${says}`)
    return said.join('\n')
  }
  assert.equal(await saysOf(), '')
  await claim({ hostname: host })
  const [domain] = (await api.listSiteDomains({ params: { organizationId } })).items
  const record = `Set the TXT record ${domain?.record.name} to ${domain?.record.value}`
  assert.ok(
    (await saysOf()).startsWith(
      `notice site host ${host}: Not verified, so no site is served there. ${record}`,
    ),
  )
  await ask(url, `update email_domains set problem = 'record_differs' where domain = '${host}'`)
  assert.match(await saysOf(), /The records there have other values\. Set the TXT record/)
  await givenVerifiedDomain(server, organizationId, host)
  assert.match(await saysOf(), /^notice .*another organization uses a URL on it/)
  await claim({ hostname: host })
  assert.equal(await saysOf(), 'fine site hosts: 1 verified and in DNS.')
  assert.match(
    await saysOf({ hasAddress: async () => false }),
    /^notice .*it has no address in DNS\. Add a CNAME, A or AAAA record/,
  )
  await ask(url, `update email_domains set missing_since = now() where domain = '${host}'`)
  assert.match(await saysOf(), /^fault .*Its record is missing since .*Set the TXT record/)
  await ask(url, `update email_domains set missing_since = null where domain = '${host}'`)
  assert.match(
    await saysOf({ sitesUrl: 'https://docs.example.com/sites' }),
    /^notice sites: They share the host on which people sign in, docs\.example\.com\./,
  )
})

/** The problems that the doctor reports, one per line. */
async function faults(changes: Partial<Patient> = {}): Promise<string> {
  const found: string[] = []
  for await (const { verdict, check, says } of examine({ ...patient, ...changes }))
    if (verdict === 'fault') found.push(`${check}: ${says}`)
  return found.join('\n')
}
