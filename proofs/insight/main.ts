import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '../../packages/server/src/test/harness.ts'
import { killAll } from '../../packages/server/src/test/process.ts'
import { margin } from '../kit/margin.ts'
import { type Cost, measureCost } from './cost.ts'
import { countThroughKills, type Outcome } from './killing.ts'

/**
 * Compares what pages and searches cost a server that counts them with what they cost if it doesn't. Then
 * readers open pages and search on two servers that are killed at random moments: what was counted earlier
 * than one interval before a kill must be stored, and nothing twice. INSIGHT_ROUNDS and INSIGHT_REQUESTS set
 * the number and size of the slices of each measurement, INSIGHT_KILLS the number of kills. `--control` lets
 * servers store nothing in time and counts more than was asked for, both of which must be noticed.
 */
const rounds = Number(process.env.INSIGHT_ROUNDS ?? 12)
const requests = Number(process.env.INSIGHT_REQUESTS ?? 10_000)
const kills = Number(process.env.INSIGHT_KILLS ?? 30)
const isControl = process.argv.includes('--control')
/** On a busy machine, only counting that writes or waits takes so much more. */
const costMax = margin > 1 ? 1.3 : 1.03
const server = await serve({ rateLimitPerMinute: 10_000_000 })
const folder = await mkdtemp(join(tmpdir(), 'stemma-insight-'))
const settings = {
  DATABASE_URL: server.url,
  STEMMA_FILES_FOLDER: folder,
  STEMMA_JOBS: 'off',
  STEMMA_RATE_LIMIT_PER_MINUTE: '10000000',
}
let isBroken = true
try {
  const cost = await measureCost(server, settings, { rounds, requests })
  isBroken = tell(cost, await countThroughKills(server, settings, { kills, isControl }))
} finally {
  killAll()
  await server.stop()
  await rm(folder, { recursive: true })
}
process.exit(isBroken ? 1 : 0)

function tell(cost: Cost, outcome: Outcome): boolean {
  const { counted, due, lost, missing, doubled, problems } = outcome
  const costOf = (name: string, ratio: number) =>
    ratio > costMax ? [`${name} that are counted cost ${ratio.toFixed(3)}`] : []
  const wrong = [
    ...costOf('pages', cost.pages),
    ...costOf('searches', cost.searches),
    ...problems,
    ...(outcome.kills < kills ? [`only ${outcome.kills} kills`] : []),
  ]
  for (const line of wrong) console.log(line)
  console.log(
    `insight: counting takes ${cost.pages.toFixed(3)} times the processor time of a page ` +
      `and ${cost.searches.toFixed(3)} of a search (≤ ${costMax}); ` +
      `${outcome.kills} kills, ${counted} events: ${lost} lost in the last interval before a kill, ` +
      `${missing} of ${due} before it, ${doubled} counted twice`,
  )
  return wrong.length > 0
}
