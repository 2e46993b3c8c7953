import { glob, readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTestDatabase } from '../../packages/server/src/test/database.ts'
import { freePort } from '../dev/port.ts'
import { checkLinks } from './links.ts'
import { type Block, blocksIn } from './markdown.ts'
import { changesMachine, isSample, type Outcome, runSamples } from './samples.ts'
import { startDev } from './server.ts'

/**
 * Checks the docs: every link must resolve, and every sample of README.md and docs/ must run against a
 * server, those of one file in order and in one shell. Arguments select files and print the output of their
 * samples.
 */
const checkout = fileURLToPath(new URL('../..', import.meta.url))
const texts = await readTexts()
const links = await checkLinks(checkout, texts)
const blocks = [...texts].flatMap(([file, text]) => blocksIn(file, text))
const named = process.argv.slice(2)
const samples = blocks
  .filter(isSample)
  .filter(({ file }) => file === 'README.md' || file.startsWith('docs/'))
  .filter(({ file }) => named.length === 0 || named.includes(file))
const skipped = samples.filter(({ notRun }) => notRun !== undefined)
const runnable = samples.filter(({ notRun }) => notRun === undefined)
const harmful = runnable.filter(changesMachine)
const outcomes = harmful.length > 0 ? [] : await runAll(runnable)
const run = outcomes.reduce((sum, { done }) => sum + done, 0)
const faults = outcomes.flatMap(({ fault }) => fault ?? [])
const broken = [...links.broken, ...nameless(blocks), ...harmful.map(unsafe), ...faults]

if (named.length > 0) for (const { said } of outcomes) console.log(said)
for (const [why, of] of Map.groupBy(skipped, ({ file, notRun }) => `${file}: ${notRun}`)) {
  console.log(`not run, ${of.length} of ${why}`)
}
for (const fault of broken) console.log(fault)
const ended = `${run} samples run, ${links.checked} links checked, ${skipped.length} skipped`
console.log(`docs: ${ended}, ${broken.length} broken`)
process.exitCode = broken.length > 0 ? 1 : 0

async function readTexts(): Promise<ReadonlyMap<string, string>> {
  const files: string[] = []
  for await (const file of glob(['*.md', 'docs/**/*.md'], { cwd: checkout })) files.push(file)
  const inOrder = files.sort(
    (a, b) => Number(b === 'README.md') - Number(a === 'README.md') || (a < b ? -1 : 1),
  )
  return new Map(
    await Promise.all(
      inOrder.map(async (file) => [file, await readFile(join(checkout, file), 'utf8')] as const),
    ),
  )
}

/** A block without a language would go unnoticed; `text` marks one that is not a sample. */
function nameless(all: readonly Block[]): string[] {
  return all
    .filter(({ language }) => language === '')
    .map(({ file, line }) => `${file}:${line} is a block without a language: call it text, or what it is`)
}

/** Nothing runs in this case, because later samples may depend on it. */
function unsafe({ file, line }: Block): string {
  return `${file}:${line} would change the machine: put <!-- not run: the reason --> before it`
}

async function runAll(all: readonly Block[]): Promise<Outcome[]> {
  const { url, drop } = await createTestDatabase()
  try {
    const NODE_COMPILE_CACHE = join(checkout, 'node_modules/.cache/compiled')
    const settings = { DATABASE_URL: url, STEMMA_PORT: String(await freePort()) }
    const env = { NODE_COMPILE_CACHE, ...process.env, ...settings }
    const server = await startDev([process.execPath, 'tools/dev/main.ts'], { cwd: checkout, env })
    const outcomes: Outcome[] = []
    try {
      const surroundings = {
        ...env,
        ...server.variables,
        STEMMA_FILES_FOLDER: join(checkout, '.stemma/files'),
        PATH: [join(checkout, 'node_modules/.bin'), process.env.PATH].join(delimiter),
      }
      const files = Map.groupBy(all, ({ file }) => file).values()
      const lane = async () => {
        for (const ofFile of files) outcomes.push(await runSamples(checkout, ofFile, surroundings))
      }
      await Promise.all([lane(), lane()])
    } finally {
      await server.stop()
    }
    return outcomes
  } finally {
    await drop()
  }
}
