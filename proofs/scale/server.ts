import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../../packages/server/src/app.ts'
import { newSecret, secretHash, secretPrefix } from '../../packages/server/src/auth/secrets.ts'
import { newId } from '../../packages/server/src/common/ids.ts'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { type ObjectCache, objectCache } from '../../packages/server/src/content/object-cache.ts'
import { type Database, openDatabase } from '../../packages/server/src/db/database.ts'
import { migrate } from '../../packages/server/src/db/migrate.ts'
import { administer, testServer } from '../../packages/server/src/test/database.ts'
import type { Cleaning } from './cleaning.ts'

/** Our server on its own database, which is also used to measure the engine alone. */
export interface ScaleServer {
  readonly db: Database
  readonly url: string
  readonly filesFolder: string
  readonly app: Awaited<ReturnType<typeof buildApp>>
  /** For the engine alone: as large as the server's cache, and separate from it. */
  readonly objects: ObjectCache
  readonly newObjects: () => ObjectCache
  readonly organizationId: string
  readonly userId: string
  readonly secret: string
}

export async function startScaleServer(
  cleaning: Cleaning,
  settings: Readonly<Record<string, string>> = {},
): Promise<ScaleServer> {
  const name = `stemma_scale_${randomUUID().replaceAll('-', '')}`
  cleaning.add(() => administer(`drop database if exists ${name} with (force)`))
  await administer(`create database ${name}`)
  const url = new URL(testServer)
  url.pathname = `/${name}`
  await migrate(url.href)
  const filesFolder = await mkdtemp(join(tmpdir(), 'stemma-scale-files-'))
  cleaning.add(() => rm(filesFolder, { recursive: true, force: true }))
  const config = readConfig({
    DATABASE_URL: url.href,
    STEMMA_RATE_LIMIT_PER_MINUTE: '10000000',
    STEMMA_FILES_FOLDER: filesFolder,
    ...settings,
  })
  const connectionsMax = config.databaseConnectionsMax
  const db = openDatabase({ url: url.href, connectionsMax, statementTimeoutMs: 300_000 })
  cleaning.add(() => db.destroy())
  // Log lines are formatted and written as in production, but discarded.
  const app = await buildApp({ config, db, logStream: { write() {} } })
  cleaning.add(() => app.close())
  const newObjects = () => objectCache(config.contentCacheBytes)
  const made = { db, url: url.href, filesFolder, app }
  return { ...made, objects: newObjects(), newObjects, ...(await givenAdmin(db)) }
}

async function givenAdmin(db: Database) {
  const [organizationId, userId, secret] = [newId(), newId(), newSecret()]
  const created_at = new Date().toISOString()
  const stamps = { created_at, updated_at: created_at }
  const person = { id: userId, display_name: 'Admin', email: 'admin@example.com' }
  await db
    .insertInto('users')
    .values({ ...person, ...stamps, email_verified_at: created_at })
    .execute()
  await db
    .insertInto('organizations')
    .values({ id: organizationId, title: 'Scale', ...stamps })
    .execute()
  const member = {
    organization_id: organizationId,
    user_id: userId,
    role: 'admin',
    joined_at: created_at,
  } as const
  await db.insertInto('members').values(member).execute()
  await db
    .insertInto('tokens')
    .values({
      id: newId(),
      user_id: userId,
      label: 'scale',
      prefix: secretPrefix(secret),
      secret_hash: secretHash(secret),
      created_at,
      expires_at: '2099-01-01T00:00:00.000Z',
    })
    .execute()
  return { organizationId, userId, secret }
}
