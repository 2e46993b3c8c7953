import { serve } from '../../packages/server/src/test/harness.ts'
import { stories, tellHistory } from './history.ts'

/**
 * Renames, moves, deletes and makes pages again at random, and then opens every path that ever showed a page:
 * it must show the page that has it now, lead to the last one that had it and is still there, or answer 404.
 * ADDRESSES_HISTORIES sets the number of histories, ADDRESSES_SEED makes them again.
 */
const histories = Number(process.env.ADDRESSES_HISTORIES ?? 1000)
const seed = Number(process.env.ADDRESSES_SEED ?? Date.now() % 2 ** 31)
console.log(`seed ${seed}`)

const server = await serve({ rateLimitPerMinute: 10_000_000 })
const counts = { opened: 0, shown: 0, led: 0, gone: 0, hops: 0 }
const wrong: string[] = []
try {
  for (const [number, steps] of stories(histories, seed).entries()) {
    const told = await tellHistory(server, steps)
    for (const name of Object.keys(counts) as (keyof typeof counts)[]) {
      counts[name] = name === 'hops' ? Math.max(counts.hops, told.hops) : counts[name] + told[name]
    }
    wrong.push(...told.wrong.map((what) => `history ${number}: ${what}`))
  }
} finally {
  await server.stop()
}
for (const line of wrong.slice(0, 20)) console.log(line)
const { opened, shown, led, gone, hops } = counts
console.log(
  `addresses: ${histories} histories, ${opened} paths opened, ${shown} show their page, ${led} lead to it, ` +
    `${gone} gone, at most ${hops} redirects, ${wrong.length} wrong`,
)
process.exit(wrong.length === 0 && shown > 0 && led > 0 && gone > 0 ? 0 : 1)
