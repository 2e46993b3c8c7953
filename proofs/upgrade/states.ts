import { readdir, readFile } from 'node:fs/promises'
import { buildApp } from '../../packages/server/src/app.ts'
import { newSecret, secretHash, secretPrefix } from '../../packages/server/src/auth/secrets.ts'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { openDatabase } from '../../packages/server/src/db/database.ts'
import { migrate, readMigrations } from '../../packages/server/src/db/migrate.ts'
import { filesystemBlobs } from '../../packages/server/src/files/filesystem-blobs.ts'
import { testSecretKeys } from '../../packages/server/src/test/secret-keys.ts'
import { newFindings } from '../../packages/server/src/upkeep/findings.ts'
import { withSession } from '../../packages/server/src/upkeep/session.ts'
import { verify } from '../../packages/server/src/upkeep/verify.ts'
import { differences, rowsOf } from './rows.ts'
import { copyDatabase, dropDatabase, type NewDatabase, newDatabase } from './stage.ts'

export interface StatesOutcome {
  readonly states: number
  readonly rows: number
  readonly faults: readonly string[]
}

/**
 * Migrates a database step by step and fills it on the way, as installations were. At every step, migrates a
 * copy to the latest version, which must still have all its data and respond to requests.
 */
export async function tryStates(filesFolder: string, isShort: boolean): Promise<StatesOutcome> {
  const names = (await readMigrations()).map(({ name }) => name)
  const fixtures = (await readdir(folder)).map((file) => file.slice(0, 4)).sort()
  const ladder = await newDatabase()
  const faults: string[] = []
  let [states, rows] = [0, 0]
  try {
    for (const [index, name] of names.entries()) {
      await migrate(ladder.url, names.slice(0, index + 1))
      const step = name.slice(0, 4)
      if (fixtures.includes(step)) await fill(ladder.url, step)
      if (step < (fixtures[0] ?? '') || index === names.length - 1) continue
      if (isShort && !fixtures.includes(step)) continue
      const outcome = await upgradeCopy(ladder, { name, filesFolder })
      faults.push(...outcome.faults.map((fault) => `from ${name}: ${fault}`))
      states++
      rows += outcome.rows
    }
  } finally {
    await dropDatabase(ladder)
  }
  return { states, rows, faults }
}

const folder = new URL('samples/', import.meta.url)
const secret = newSecret()

async function fill(url: string, step: string) {
  const text = await readFile(new URL(`${step}.sql`, folder), 'utf8')
  await withSession(url, async (client) => {
    await client.query(text)
    if (step !== '0002') return
    await client.query(
      `insert into tokens (id, user_id, label, prefix, secret_hash, created_at, expires_at)
       values ('token', 'ada', 'upgrade', $1, $2, now(), '2099-01-01')`,
      [secretPrefix(secret), secretHash(secret)],
    )
  })
}

async function upgradeCopy(ladder: NewDatabase, { name, filesFolder }: Step) {
  const copy = await copyDatabase(ladder)
  try {
    const before = await withSession(copy.url, rowsOf)
    await migrate(copy.url)
    const after = await withSession(copy.url, rowsOf)
    const findings = newFindings()
    const blobs = await filesystemBlobs({ folder: filesFolder })
    await withSession(copy.url, (client) => verify(client, { blobs, keys: [], findings }))
    const count = [...before.values()].reduce((sum, { rows }) => sum + rows.length, 0)
    const faults = [...differences(before, after, name), ...findings.told]
    return { rows: count, faults: [...faults, ...(await unanswered(copy.url, filesFolder))] }
  } finally {
    await dropDatabase(copy)
  }
}

interface Step {
  readonly name: string
  readonly filesFolder: string
}

/** Requests the oldest data from the current server, and returns what fails. */
async function unanswered(url: string, filesFolder: string): Promise<readonly string[]> {
  const db = openDatabase({ url, connectionsMax: 4, statementTimeoutMs: 30_000 })
  const settings = { DATABASE_URL: url, STEMMA_LOG_LEVEL: 'silent', STEMMA_SECRET_KEYS: testSecretKeys }
  const app = await buildApp({ config: { ...readConfig(settings), filesFolder }, db })
  try {
    const headers = { authorization: `Bearer ${secret}` }
    const faults: string[] = []
    for (const path of paths) {
      const { statusCode } = await app.inject({ url: `/v1${path}`, headers })
      if (statusCode !== 200) faults.push(`${path} answers ${statusCode}`)
    }
    return faults
  } finally {
    await app.close()
    await db.destroy()
  }
}

const paths = [
  '/user',
  '/orgs/acme',
  '/orgs/acme/members',
  '/orgs/acme/teams/writers',
  '/orgs/acme/collections',
]
  .concat([
    '/orgs/acme/spaces',
    '/spaces/guide',
    '/spaces/guide/content/pages',
    '/spaces/guide/change-requests',
  ])
  .concat(['/spaces/guide/comments', '/orgs/acme/sites', '/orgs/acme/openapi', '/orgs/acme/webhooks'])
