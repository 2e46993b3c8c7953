import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readCatalogue } from '../../packages/server/src/db/catalogue.ts'
import { type Server, serve } from '../../packages/server/src/test/harness.ts'
import { inputFor, type Mounted, mountedOperations, sendTo } from '../../packages/server/src/test/samples.ts'
import { givenWorld, type World } from '../../packages/server/src/test/world.ts'
import { type Measured, pageOf } from './page.ts'
import { type Reach, reachOf, wider } from './reach.ts'

/**
 * Calls every operation once and writes to docs/shards.md which shards its statements reach on a cluster.
 * With `--check`, compares the page instead, so that an operation that newly queries every shard is noticed.
 */
const page = fileURLToPath(new URL('../../docs/shards.md', import.meta.url))
const server = await serve({ rateLimitPerMinute: 1_000_000 })
const { tables } = await readCatalogue(server.url)
const texts = new Set<string>()
const measured: Measured[] = []
try {
  let world: World | undefined
  for (const mounted of mountedOperations()) {
    world ??= await givenWorld(server)
    measured.push({ mounted, reach: await measure(server, mounted, world) })
    if (mounted.operation.method !== 'GET') world = undefined
  }
} finally {
  for (const text of texts) server.statements.add(text)
  await server.stop()
}
const everywhere = measured.filter(({ reach }) => Object.values(reach).includes('all'))
const stale = await bringUpToDate()
console.log(
  `shards: ${measured.length} operations, ${everywhere.length} ask every shard, ${stale} pages stale`,
)
process.exitCode = stale

/** Sets earlier statements aside, so that only those of this call remain. */
async function measure({ statements, ...kept }: Server, mounted: Mounted, { ours }: World): Promise<Reach> {
  for (const text of statements) texts.add(text)
  statements.clear()
  const input = inputFor(mounted, ours, ours.admin)
  const { statusCode, body } = await sendTo(kept, mounted.operation, ours.admin.secret, input)
  if (statusCode !== mounted.operation.status) throw new Error(`${mounted.id}: ${statusCode} ${body}`)
  const reaches = await Promise.all([...statements].map((text) => reachOf(text, tables)))
  return reaches.reduce(wider, { workspace: 'none', content: 'none' })
}

async function bringUpToDate(): Promise<0 | 1> {
  const text = pageOf(measured)
  if (text === (await readFile(page, 'utf8').catch(() => undefined))) return 0
  if (!process.argv.includes('--check')) await writeFile(page, text)
  else console.log('docs/shards.md is stale: run `npm run shards`')
  return process.argv.includes('--check') ? 1 : 0
}
