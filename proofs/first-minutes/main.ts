import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { blocksIn, sectionOf } from '../../tools/docs/markdown.ts'
import { isSample, runInShell, writePrograms } from '../../tools/docs/samples.ts'
import { type Running, startDev } from '../../tools/docs/server.ts'

/**
 * A newcomer's first minutes: clones into an empty folder, then runs everything in README.md in order, with a
 * new database.
 */
const execute = promisify(execFile)
const checkout = fileURLToPath(new URL('../..', import.meta.url))
const heading = 'Quick start'
const start = 'npm run dev'

const folder = await mkdtemp(join(tmpdir(), 'stemma-first-minutes-'))
const clone = join(folder, 'stemma')
// PostgreSQL may run as another user, and keeps its data in the clone only if that user can enter.
await chmod(folder, 0o755)
const began = performance.now()
let [steps, failed] = [0, 0]
let server: Running | undefined
try {
  await execute('git', ['clone', '--quiet', checkout, clone])
  const readme = await readFile(join(clone, 'README.md'), 'utf8')
  const blocks = blocksIn('README.md', sectionOf(readme, heading)).filter(({ language }) => language === 'sh')
  for (const command of blocks.flatMap(({ text }) => commandsIn(text))) await step(command)
  await walkOn(readme)
} catch (error) {
  failed++
  console.log(error instanceof Error ? error.message : error)
} finally {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
}
const seconds = Math.round((performance.now() - began) / 1000)
console.log(`first-minutes: ${seconds} s, ${steps} steps, ${failed} failed`)
process.exitCode = failed > 0 || steps === 0 || server === undefined ? 1 : 0

async function step(command: string) {
  console.log(`$ ${command}`)
  const env = { ...withoutOurs(process.env), ...server?.variables }
  if (command === start) {
    server = await startDev(['npm', 'run', 'dev'], { cwd: clone, env })
  } else {
    const { stdout } = await execute('bash', ['-c', command], { cwd: clone, env, maxBuffer: 10_000_000 })
    console.log(stdout.trim().slice(-1000))
  }
  steps++
}

/** The remaining samples run in one shell, like a second terminal that stays open. */
async function walkOn(readme: string) {
  const { length: before } = blocksIn('README.md', readme.slice(0, readme.indexOf(`\n## ${heading}\n`)))
  const { length: first } = blocksIn('README.md', sectionOf(readme, heading))
  const rest = blocksIn('README.md', readme).slice(before + first)
  const samples = rest.filter((block) => isSample(block) && block.notRun === undefined)
  await writePrograms(clone, samples)
  const env = { ...withoutOurs(process.env), ...server?.variables }
  const outcome = await runInShell(clone, samples, { env, beginning: '', secondsMax: 900 })
  console.log(outcome.said.trim().slice(-3000))
  steps += outcome.done
  if (outcome.fault !== undefined) throw new Error(outcome.fault)
}

/** A line that ends with a backslash continues on the next one. */
function commandsIn(text: string): string[] {
  return text.split(/(?<!\\)\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'))
}

/** A newcomer has neither our settings nor the Node of this checkout. */
function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const others = Object.entries(env).filter(
    ([name]) => !/^(STEMMA_|npm_|DATABASE_URL$|NODE_OPTIONS$|INIT_CWD$)/.test(name),
  )
  const path = env.PATH?.split(':')
    .filter((part) => !part.startsWith(checkout))
    .join(':')
  return { ...Object.fromEntries(others), PATH: path }
}
