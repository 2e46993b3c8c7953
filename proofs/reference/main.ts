import assert from 'node:assert/strict'
import { Files } from '../../packages/server/src/resources/integrations/openapi-specs/reading.ts'
import { serve } from '../../packages/server/src/test/harness.ts'
import { givenPublished } from '../../packages/server/src/test/published-site.ts'
import { givenSpec } from '../../packages/server/src/test/world-openapi.ts'
import { page } from '../../packages/server/src/test/writing.ts'
import { chapters, textOf } from '../bench/sites/outline.ts'
import { largeDocument } from './document.ts'

/**
 * Draws operations of a large API and a page of text in turn, without the memory for drawn pages, and
 * compares the processor time that each takes.
 */
const operations = 1000
const rounds = 200
const warmUp = 30
const costMax = 2
const indexMsMax = 300

const server = await serve({ rateLimitPerMinute: 1_000_000, sitesCacheBytes: 0 })
try {
  await compare()
} finally {
  await server.stop()
}

async function compare() {
  const document = largeDocument(operations)
  const files = new Files()
  files.add('openapi.json', JSON.stringify(document))
  assert.ok('json' in (await files.finish(undefined)), 'The document is not valid.')
  const { url, organization, write } = await givenPublished(server)
  const { specSlug } = await givenSpec(server, organization.id, document)
  const [first] = chapters.flat()
  assert.ok(first)
  await write(
    page('Text', { document: { markdown: textOf(first, 'page.md') } }),
    page('API', { document: { markdown: `---\nopenapi: ${specSlug}\n---\n` } }),
  )
  const paths = {
    text: () => '/text',
    operation: (round: number) => `/api/operate${(round * 37) % operations}`,
    index: () => '/api',
  }
  const costs = { text: [] as number[], operation: [] as number[], index: [] as number[] }
  for (const round of Array.from({ length: rounds + warmUp }, (_, at) => at)) {
    for (const kind of ['text', 'operation', 'index'] as const) {
      // The page of all operations is large, and a few of them are enough.
      if (kind === 'index' && round % 10 !== 0) continue
      const cost = await drawn(`${new URL(url).pathname}${paths[kind](round)}`)
      if (round >= warmUp) costs[kind].push(cost)
    }
  }
  report(median(costs.text), median(costs.operation), median(costs.index))
}

/** Processor time in milliseconds, of all threads. */
async function drawn(path: string): Promise<number> {
  const before = process.cpuUsage()
  const { statusCode } = await server.app.inject({ url: path })
  const { user, system } = process.cpuUsage(before)
  assert.equal(statusCode, 200, path)
  return (user + system) / 1000
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function report(text: number, operation: number, index: number) {
  const ratio = operation / text
  const heap = Math.round(process.memoryUsage().heapUsed / 1024 / 1024)
  console.log(
    `reference: ${operations} operations; one takes ${operation.toFixed(1)} ms of processor time, ` +
      `${ratio.toFixed(2)} of a page of text (${text.toFixed(1)} ms); ` +
      `the list of all ${index.toFixed(0)} ms; heap ${heap} MB`,
  )
  if (ratio > costMax || index > indexMsMax) {
    console.log(`An operation may cost ${costMax} pages of text, and the list ${indexMsMax} ms.`)
    process.exitCode = 1
  }
}
