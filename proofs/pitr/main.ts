import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, createClient } from '@stemma/client'
import { sealingKeysIn } from '../../packages/server/src/auth/sealing.ts'
import { migrate } from '../../packages/server/src/db/migrate.ts'
import { filesystemBlobs } from '../../packages/server/src/files/filesystem-blobs.ts'
import { startServe } from '../../packages/server/src/test/process.ts'
import { testSecretKeys } from '../../packages/server/src/test/secret-keys.ts'
import { newFindings } from '../../packages/server/src/upkeep/findings.ts'
import { atOneMoment, withSession } from '../../packages/server/src/upkeep/session.ts'
import { verify } from '../../packages/server/src/upkeep/verify.ts'
import { makeAccount } from '../faults/stage.ts'
import { type Cluster, newCluster } from './cluster.ts'

/**
 * Point-in-time recovery with PostgreSQL's own tools: the WAL is archived by cp, a base backup is taken,
 * clients write, somebody deletes something by mistake, and the database is restored to the moment before.
 * Everything acknowledged before that moment must be there, and nothing that began after it. PITR_SECONDS is
 * how long clients write before that moment, and after it.
 */
const seconds = Number(process.env.PITR_SECONDS ?? 3)
const filesFolder = await mkdtemp(join(tmpdir(), 'stemma-pitr-files-'))
const cluster = await newCluster()

interface Written {
  readonly revision: string
  readonly sentAt: number
  readonly answeredAt: number
}

try {
  const { written, target, spaceId } = await writeAndSpoil(cluster)
  const url = await cluster.recover(target)
  const faults = await compare(url, { written, target: Date.parse(target), spaceId })
  process.exitCode = faults === 0 ? 0 : 1
} finally {
  await cluster.remove()
  await rm(filesFolder, { recursive: true, force: true })
}

async function writeAndSpoil({ url, backUp, archiveAll, now }: Cluster) {
  await migrate(url)
  const settings = {
    DATABASE_URL: url,
    STEMMA_FILES_FOLDER: filesFolder,
    STEMMA_RATE_LIMIT_PER_MINUTE: '10000000',
  }
  const account = await makeAccount(settings)
  const server = await startServe(settings)
  try {
    const api = createClient({ endpoint: server.address, token: account.token })
    const params = { organizationId: account.organizationId }
    const { id: spaceId } = await api.createSpace({ params, body: { editMode: 'live' } })
    const writers = startWriting(api, spaceId)
    await backUp()
    await pause(seconds * 1000)
    const target = await now()
    await pause(seconds * 1000)
    await api.deleteSpaceById({ params: { spaceId } })
    const written = await writers.stop()
    await archiveAll()
    return { written, target, spaceId }
  } finally {
    await server.stop()
  }
}

/** Runs four writers until they are stopped or the space is gone. */
function startWriting(api: Client, spaceId: string) {
  const written: Written[] = []
  let isStopped = false
  const write = async (writer: number) => {
    for (let step = 0; !isStopped; step++) {
      const sentAt = Date.now()
      const title = `${writer}-${step}`
      const base64 = Buffer.from(title).toString('base64')
      const changes = [
        { operation: 'insert_page' as const, title, document: { markdown: `Text of ${title}.\n` } },
        { operation: 'insert_files' as const, files: [{ name: title, contentType: 'text/plain', base64 }] },
      ]
      const made = await api
        .updateSpaceContent({ params: { spaceId }, body: { changes } })
        .catch(() => undefined)
      if (made) written.push({ revision: made.revision, sentAt, answeredAt: Date.now() })
      await pause(10)
    }
  }
  const writing = Promise.all(Array.from({ length: 4 }, (_, writer) => write(writer)))
  return {
    async stop() {
      isStopped = true
      await writing
      return written
    },
  }
}

interface Expected {
  readonly written: readonly Written[]
  readonly target: number
  readonly spaceId: string
}

async function compare(url: string, { written, target, spaceId }: Expected): Promise<number> {
  const findings = newFindings()
  const blobs = await filesystemBlobs({ folder: filesFolder })
  const found = await withSession(url, (client) =>
    atOneMoment(client, async () => {
      await verify(client, { blobs, keys: sealingKeysIn(testSecretKeys) ?? [], findings })
      const { rows } = await client.query<{ id: string }>(
        `select r.id from revisions r join spaces s on s.id = r.space_id
         where s.id = $1 and s.deleted_at is null`,
        [spaceId],
      )
      return new Set(rows.map(({ id }) => id))
    }),
  )
  const before = written.filter(({ answeredAt }) => answeredAt < target)
  const missing = before.filter(({ revision }) => !found.has(revision)).length
  const after = written.filter(({ sentAt, revision }) => sentAt > target && found.has(revision)).length
  const later = written.filter(({ sentAt }) => sentAt > target).length
  for (const what of findings.told) console.log(what)
  console.log(`written after the target and undone: ${later}, and the deletion of the space`)
  console.log(
    `pitr: ${before.length} acknowledged before the target, ${missing} missing, ${after} after the target`,
  )
  return missing + after + findings.told.length + (before.length > 0 && later > 0 ? 0 : 1)
}
