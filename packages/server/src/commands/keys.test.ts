import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { sealedColumns } from '../auth/sealed-columns.ts'
import { newSealingKey, type Seals, sealingKeysIn, sealsWith } from '../auth/sealing.ts'
import { readConfig } from '../config/config.ts'
import { openSeals } from '../config/open-seals.ts'
import { startServer } from '../test/harness.ts'
import { stemmaServer } from '../test/process.ts'
import { testSecretKeys } from '../test/secret-keys.ts'
import { givenSite } from '../test/sites.ts'

const server = await startServer()
const folder = await mkdtemp(join(tmpdir(), 'stemma-keys-'))
after(() => rm(folder, { recursive: true }))

const rotate = (STEMMA_SECRET_KEYS: string) =>
  stemmaServer(['keys', 'rotate', '--json'], { DATABASE_URL: server.url, STEMMA_SECRET_KEYS })

test('a new key is printed, and is one that the setting takes', async () => {
  const { stdout } = await stemmaServer(['keys', 'create'], {})
  const { stdout: another } = await stemmaServer(['keys', 'create'], {})
  assert.equal(sealingKeysIn(stdout.trim())?.length, 1)
  assert.notEqual(stdout, another)
})

test('after a rotation every secret opens with the new key alone, and says the same', async () => {
  const { api, params } = await givenSite(server, 'One')
  const [auth, link] = [
    await api.getSitePublishingAuthById({ params }),
    await api.createSiteShareLink({ params, body: { name: 'Press' } }),
  ]
  await server.db.updateTable('sites').set({ auth_private_key: auth.privateKey }).execute()
  const fresh = newSealingKey()

  const { code, stdout } = await rotate(`${fresh},${testSecretKeys}`)
  assert.deepEqual([code, JSON.parse(stdout)], [0, { renewed: (await sealedSecrets()).length }])
  assert.deepEqual(JSON.parse((await rotate(fresh)).stdout), { renewed: 0 })
  const site = await server.db.selectFrom('sites').selectAll().executeTakeFirstOrThrow()
  const place = { table: 'sites', row: site.id, organizationId: site.organization_id }
  assert.equal(sealsOf(fresh).open(site.auth_private_key, place), auth.privateKey)
  const kept = await server.db.selectFrom('site_share_links').selectAll().executeTakeFirstOrThrow()
  const key = sealsOf(fresh).open(kept.key, { ...place, table: 'site_share_links', row: kept.id })
  assert.equal(link.urls.published?.split('/').at(-1), key)
  await rotate(`${testSecretKeys},${fresh}`)
})

test('a secret that changes during a rotation is kept, and encrypted with the new key', async () => {
  const { api, params } = await givenSite(server, 'Two')
  const [fresh, seals] = [newSealingKey(), sealsOf(testSecretKeys)]
  const place = { table: 'sites', row: params.siteId, organizationId: params.organizationId }
  await api.getSitePublishingAuthById({ params })
  const rotating = await server.db.transaction().execute(async (one) => {
    await one
      .updateTable('sites')
      .set({ auth_private_key: seals.seal('changed meanwhile', place) })
      .where('id', '=', params.siteId)
      .execute()
    const outcome = rotate(`${fresh},${testSecretKeys}`)
    await untilWaiting()
    return { outcome }
  })
  assert.equal((await rotating.outcome).code, 0)
  const sites = server.db.selectFrom('sites').selectAll().where('id', '=', params.siteId)
  const { auth_private_key: kept } = await sites.executeTakeFirstOrThrow()
  assert.equal(sealsOf(fresh).open(kept, place), 'changed meanwhile')
  await rotate(`${testSecretKeys},${fresh}`)
})

test('a rotation without the old key changes nothing and names the key that is missing', async () => {
  const before = await server.db.selectFrom('signing_keys').selectAll().execute()
  const { code, stderr } = await rotate(newSealingKey())
  assert.equal(code, 1)
  assert.match(
    stderr,
    /^The encryption key test is missing\. Add it back to STEMMA_SECRET_KEYS\. .* secret-keys in STEMMA_/,
  )
  assert.deepEqual(await server.db.selectFrom('signing_keys').selectAll().execute(), before)
})

test('every column that is said to be sealed is there, and no secret in it is plain', async () => {
  await givenSite(server, 'Two')
  const secrets = await sealedSecrets()
  assert.ok(secrets.length >= 4)
  assert.deepEqual(
    secrets.filter((secret) => !secret.startsWith('sealed.test.')),
    [],
  )
})

test('a folder in which no key can be made is told with the setting that names it', async () => {
  const filesFolder = join(folder, 'file', 'files')
  await writeFile(join(folder, 'file'), '')
  await assert.rejects(openSeals({ ...readConfig({ DATABASE_URL: server.url }), filesFolder }), {
    message: /secret-keys can't be created or read \(ENOTDIR\)\. Check STEMMA_FILES_FOLDER/,
  })
})

test('without the setting the keys are made once, in a file that only its owner can read', async () => {
  const config = { ...readConfig({ DATABASE_URL: server.url }), filesFolder: join(folder, 'files') }
  const all = await Promise.all(Array.from({ length: 8 }, () => openSeals(config)))
  const place = { table: 'sites', row: 'one', organizationId: 'two' }
  const sealed = all.map((seals, index) => seals.seal(`secret ${index}`, place))
  for (const [index, text] of sealed.entries()) {
    for (const seals of all) assert.equal(seals.open(text, place), `secret ${index}`)
  }
  const file = join(folder, 'files', 'secret-keys')
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.equal(sealingKeysIn((await readFile(file, 'utf8')).trim())?.length, 1)
})

test('with a bucket the keys must be given', async () => {
  const config = readConfig({ DATABASE_URL: server.url, STEMMA_FILES_BUCKET: 'stemma' })
  await assert.rejects(openSeals(config), /set STEMMA_SECRET_KEYS: stemma-server keys create prints a key/)
})

function sealsOf(text: string): Seals {
  const [first] = sealingKeysIn(text) ?? []
  assert.ok(first)
  return sealsWith([first])
}

async function sealedSecrets(): Promise<string[]> {
  const columns = sealedColumns.map(async ({ table, column }) => {
    const rows = await server.db.selectFrom(table).selectAll().execute()
    return rows.map((row) => row[column as never] as string | null)
  })
  return (await Promise.all(columns)).flat().filter((secret) => secret !== null)
}

/** Until a statement waits for a row that another transaction has changed. */
async function untilWaiting() {
  const waiting = () =>
    sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db)
  while ((await waiting()).rows.length === 0) await sleep(20)
}
