import { launchBrowser } from '../../packages/site/src/test/browser.ts'
import { serveConsole } from '../console/serve.ts'
import { type Log, type Means, newWalker } from './walker.ts'
import { walks } from './walks.ts'

/**
 * People propose, review, decide and restore in Chromium, on a real server: by keyboard alone, and with a
 * finger on a screen of 320 px. CONSOLE_WALKS_ONLY selects walks by a part of their name, CONSOLE_WALKS_MEANS
 * is keyboard or phone.
 */
const { CONSOLE_WALKS_ONLY: only = '', CONSOLE_WALKS_MEANS: chosen = '' } = process.env
const allMeans: readonly Means[] = ['keyboard', 'phone']
const browser = await launchBrowser()
const served = await serveConsole()
let [walked, keys, failed] = [0, 0, 0]
try {
  for (const means of allMeans.filter((one) => one.includes(chosen)))
    for (const name of Object.keys(walks).filter((one) => one.includes(only))) await walk(name, means)
} finally {
  await browser.close()
  await served.server.stop()
}
console.log(`console:walks: ${walked} walks, ${keys} keys, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

async function walk(name: string, means: Means) {
  const log: Log = { keys: 0, reports: [] }
  const people: Awaited<ReturnType<typeof newWalker>>[] = []
  const begun = performance.now()
  try {
    await walks[name]?.({
      served,
      means,
      async walkerFor(person) {
        const one = await newWalker(browser, served, { means, person, log })
        people.push(one)
        return one
      },
    })
  } catch (error) {
    log.reports.push(error instanceof Error ? error.message : String(error))
    for (const [at, { page }] of people.entries())
      await page.screenshot({ path: `node_modules/.cache/walk-${means}-${at}.png` })
  }
  for (const { close } of people) await close()
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const unit = means === 'keyboard' ? 'keys' : 'taps and keys'
  console.log(
    `${means}: ${name}: ${log.keys} ${unit}, ${seconds} s${log.reports.length > 0 ? ', failed' : ''}`,
  )
  for (const report of new Set(log.reports)) console.log(`  ${report}`)
  walked += 1
  keys += log.keys
  failed += log.reports.length > 0 ? 1 : 0
}
