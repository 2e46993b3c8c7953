import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { launchBrowser } from '../../packages/site/src/test/browser.ts'
import { failures } from './failures.ts'
import { openStage, paragraphs, type Stage } from './stage.ts'
import { seat, type Typist } from './typist.ts'

/**
 * Somebody types in real Chromium, on two real servers, while tabs are closed and crash, the network is cut,
 * answers are lost, servers are killed, the session ends, the browser has no room, and another tab takes the
 * page over. Somebody else writes the same page meanwhile. Every key is a character of its own: each must be
 * in the text once at the end. A key counts when the screen shows it; in a crash, when the journal or the
 * server has it. CONSOLE_FAULTS_ROUNDS is the number of failures, CONSOLE_FAULTS_SEED chooses them.
 * `--control` makes the journal forget, which must be noticed.
 */
const rounds = Number(process.env.CONSOLE_FAULTS_ROUNDS ?? 100)
const seed = Number(process.env.CONSOLE_FAULTS_SEED ?? Date.now() % 2 ** 31)
const firstOther = 0x3041
const isControl = process.argv.includes('--control')

const round = fc.record({
  name: fc.constantFrom(...Object.keys(failures)),
  before: fc.integer({ min: 0, max: 8 }),
  during: fc.integer({ min: 1, max: 12 }),
  after: fc.integer({ min: 0, max: 4 }),
  paragraph: fc.nat({ max: paragraphs.length - 1 }),
  others: fc.boolean(),
  // Saves are sent a second after the last key, and some of them must meet the failure.
  pauseMs: fc.integer({ min: 0, max: 2500 }),
})

type Round = typeof round extends fc.Arbitrary<infer T> ? T : never

console.log(`seed ${seed}`)
const browser = await launchBrowser()
const stage = await openStage()
const wrong: string[] = []
try {
  const context = await browser.newContext()
  await context.addCookies([await stage.newCookie()])
  if (isControl) await context.addInitScript(forget)
  const complain = (what: unknown) => void wrong.push(String(what))
  const typist = await seat(context, stage, complain)
  await typist.open()
  let others = ''
  const writeAsOther = async () => {
    const words = String.fromCodePoint(firstOther + others.length)
    await stage.writeAsOther(words)
    others += words
  }
  for (const [at, round] of plan().entries()) {
    await play(round, { stage, typist, writeAsOther }).catch(async (cause) => {
      const screen = await typist.page().locator('body').innerText().catch(String)
      throw new Error(`Failure ${at + 1} (${round.name}) did not pass. The screen says: ${screen}`, { cause })
    })
  }
  await typist.untilSaved()
  count([...typist.typed, ...others], await stage.markdown())
} finally {
  await browser.close()
  await stage.stop()
}
process.exit(wrong.length > 0 ? 1 : 0)

interface Scene {
  readonly stage: Stage
  readonly typist: Typist
  readonly writeAsOther: () => Promise<void>
}

async function play({ name, before, during, after, paragraph, ...round }: Round, scene: Scene) {
  const { typist } = scene
  const failure = failures[name]
  await typist.type(before, paragraph)
  await failure?.begin(scene)
  if (round.others) await scene.writeAsOther()
  await typist.type(during, paragraph)
  await sleep(round.pauseMs)
  await failure?.end(scene)
  await typist.type(after, paragraph)
}

/** Runs in the browser: what is stored is gone at once, and nobody is told. */
function forget() {
  const { IDBObjectStore } = globalThis as unknown as { IDBObjectStore: { prototype: Forgetful } }
  const { put } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function (this: Forgetful, value) {
    const request = put.call(this, value)
    this.clear()
    return request
  }
}

interface Forgetful {
  put: (value: unknown) => unknown
  readonly clear: () => unknown
}

/** Every failure at least once, then any. */
function plan() {
  const all = fc.sample(round, { numRuns: rounds, seed })
  const names = Object.keys(failures)
  return all.map((one, at) => ({ ...one, name: names[at] ?? one.name }))
}

function count(typed: readonly string[], text: string) {
  const times = typed.map((character) => text.split(character).length - 1)
  const [lost, doubled] = [times.filter((count) => count === 0), times.filter((count) => count > 1)]
  if (lost.length > 0) wrong.push(`lost: ${typed.filter((one) => !text.includes(one)).join('')}`)
  if (doubled.length > 0) wrong.push('doubled')
  for (const line of wrong) console.log(line)
  console.log(
    `console:faults: ${typed.length} keystrokes, ${rounds} failures injected, ` +
      `${lost.length} lost, ${doubled.length} doubled`,
  )
}
