import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, createClient } from '@stemma/client'
import type { ImportRun } from '@stemma/contract'
import { createTestDatabase } from '../../packages/server/src/test/database.ts'
import { killAll, startServe, stemmaServer } from '../../packages/server/src/test/process.ts'
import { checkImported } from './check.ts'
import { exportEach } from './laws.ts'
import { serveSite } from './site.ts'

/**
 * Imports a website of IMPORT_PAGES pages with a real server that is killed again and again, and compares the
 * result with the website. Then exports and imports every document of the corpus.
 */
const size = Number(process.env.IMPORT_PAGES ?? 2000)
const kills = Number(process.env.IMPORT_KILLS ?? 4)
const site = await serveSite(size)
const { url, drop } = await createTestDatabase()
const files = await mkdtemp(join(tmpdir(), 'stemma-import-'))
const settings = {
  DATABASE_URL: url,
  STEMMA_FILES_FOLDER: files,
  STEMMA_OUTSIDE_ALLOW: site.endpoint,
  STEMMA_IMPORT_STEP_SECONDS: '1',
  STEMMA_LOG_LEVEL: 'info',
}
const findings: string[] = []
try {
  await run()
} finally {
  killAll()
  site.stop()
  await drop()
  await rm(files, { recursive: true })
}
process.exitCode = findings.length > 0 ? 1 : 0

async function run() {
  const token = await firstToken()
  let server = await startServe(settings)
  const connect = () => createClient({ endpoint: server.address, token, retries: 5 })
  const place = await givenSpace(connect())
  const started = Date.now()
  const begun = await start(connect(), place)
  let [killed, seen] = [0, new Set<number>()]
  const restart = async () => {
    server.child.kill('SIGKILL')
    await server.ended
    killed++
    server = await startServe(settings)
  }
  const ended = await follow(connect, place.organizationId, begun, async ({ progress }) => {
    seen.add(progress.done)
    if (killed < kills && progress.done > ((killed + 1) * size) / (kills + 2)) await restart()
  })
  const seconds = (Date.now() - started) / 1000
  console.log(`${ended.status} after ${seconds.toFixed(1)} s, ${seen.size} states of progress seen`)
  if (ended.status !== 'completed') findings.push(`the run is ${ended.status}: ${ended.error}`)
  if (seen.size < 3) findings.push('no progress was to be seen')
  if (killed < kills) findings.push(`killed only ${killed} times`)
  const outcome = await checkImported({ api: connect(), address: server.address }, ended, site)
  findings.push(...outcome.findings)
  await server.stop()
  const { documents, changed } = await exportEach()
  for (const name of changed) findings.push(`${name} is another content after export and import`)
  console.log(`export: ${documents} documents, ${changed.length} changed`)
  for (const finding of findings.slice(0, 50)) console.log(finding)
  const { pages, missing, twice, broken } = outcome
  console.log(
    `import: ${pages} pages, ${missing} missing, ${twice} twice, ${broken} broken links, ${killed} kills`,
  )
}

async function firstToken(): Promise<string> {
  const { code, stdout, stderr } = await stemmaServer(
    ['init', '--organization', 'Import', '--name', 'Ada', '--email', 'ada@example.com'],
    settings,
  )
  assert.equal(code, 0, stderr)
  return /stm_[\w-]+/.exec(stdout)?.[0] ?? ''
}

interface Place {
  readonly organizationId: string
  readonly spaceId: string
}

async function givenSpace(api: Client): Promise<Place> {
  const [organization] = (await api.listOrganizationsForAuthenticatedUser()).items
  const organizationId = organization?.id ?? ''
  const { id: spaceId } = await api.createSpace({ params: { organizationId }, body: { title: 'Imported' } })
  return { organizationId, spaceId }
}

function start(api: Client, { organizationId, spaceId }: Place): Promise<ImportRun> {
  const source = { type: 'website' as const, url: site.address }
  return api.startImportRun({ params: { organizationId }, body: { source, target: { space: spaceId } } })
}

async function follow(
  connect: () => Client,
  organizationId: string,
  { id }: ImportRun,
  look: (run: ImportRun) => Promise<void>,
): Promise<ImportRun> {
  for (;;) {
    const run = await connect().getImportRun({ params: { organizationId, importRunId: id } })
    if (run.status !== 'pending' && run.status !== 'in-progress') return run
    await look(run)
    await sleep(100)
  }
}
