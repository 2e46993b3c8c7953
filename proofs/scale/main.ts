import { sql } from 'kysely'
import { scaleApi } from './api.ts'
import { type Cleaning, startCleaning } from './cleaning.ts'
import type { Measured } from './figures.ts'
import { givenRepository } from './git.ts'
import { report } from './report.ts'
import { measure } from './rounds.ts'
import { startScaleServer } from './server.ts'
import { givenLibrary, givenSpace } from './spaces.ts'

/**
 * Compares a space of many pages with one of few, as ratios within one run: every operation alternates
 * between both and git, and medians are compared. Absolute times mean nothing on a busy machine.
 */
const pages = Number(process.env.SCALE_PAGES ?? 100_000)
const rounds = Number(process.env.SCALE_ROUNDS ?? 40)
const pagesFew = 1_000

const cleaning = startCleaning()
try {
  process.exitCode = report(await scale(cleaning)) ? 0 : 1
} finally {
  await cleaning.run()
}

async function scale(cleaning: Cleaning): Promise<Measured> {
  const server = await startScaleServer(cleaning)
  const library = await givenLibrary(server, pages)
  const deep = await givenSpace(server, library, { shape: 'deep', size: pages })
  const flat = await givenSpace(server, library, { shape: 'flat', size: pages })
  const deepFew = await givenSpace(server, library, { shape: 'deep', size: pagesFew })
  const flatFew = await givenSpace(server, library, { shape: 'flat', size: pagesFew })
  const repository = await givenRepository(deep.pages, cleaning)
  await sql`vacuum analyze`.execute(server.db)
  const spaces = [deepFew, deep, flatFew, flat]
  const setting = { server, api: scaleApi(server), spaces, repository, twin: deep, rounds }
  return { figures: await measure(setting), spaces, twin: deep }
}
