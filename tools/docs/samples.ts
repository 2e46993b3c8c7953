import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Block } from './markdown.ts'

const execute = promisify(execFile)
const secondsMax = 120
/** Our commands are on the path, so npx, which takes a second per call, is not needed. */
const withoutNpx = 'npx() { command "$@"; }\n'

export function isSample({ language }: Block): boolean {
  return ['sh', 'bash', 'ts', 'js'].includes(language)
}

/** The docs for operators contain commands that a check must not run. */
export function changesMachine({ text }: Block): boolean {
  return /\b(sudo|apt|apt-get|docker|kubectl|systemctl|useradd)\b|\brm -/.test(text)
}

export interface Outcome {
  /** The number of samples that succeeded. */
  readonly done: number
  readonly fault: string | undefined
  /** The output. */
  readonly said: string
}

/** Runs the samples of one file in order, in one shell, up to the first that fails. */
export async function runSamples(
  checkout: string,
  samples: readonly Block[],
  env: NodeJS.ProcessEnv,
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'stemma-docs-'))
  try {
    await symlink(join(checkout, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), '{"type": "module"}\n')
    await writePrograms(folder, samples)
    const wrongTypes = await checkTypes(checkout, folder, samples)
    if (wrongTypes !== undefined) return { done: 0, fault: wrongTypes, said: '' }
    return await runInShell(folder, samples, { env, beginning: withoutNpx, secondsMax })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Type-checks samples in TypeScript like our own code. */
async function checkTypes(checkout: string, folder: string, samples: readonly Block[]) {
  const files = samples.filter(({ language }) => language === 'ts').map(nameOf)
  if (files.length === 0) return undefined
  const config = {
    extends: join(checkout, 'tsconfig.json'),
    // As in most readers' projects: not every client has types for Node's own module resolution.
    compilerOptions: { module: 'preserve', moduleResolution: 'bundler' },
    include: files,
    exclude: [],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  try {
    await execute(join(checkout, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: folder })
    return undefined
  } catch (error) {
    return `${samples[0]?.file}: ${(error as { stdout?: string }).stdout}`
  }
}

interface ShellOptions {
  readonly env: NodeJS.ProcessEnv
  /** Commands before the first sample. */
  readonly beginning: string
  readonly secondsMax: number
}

/** Writes programs to files, which `runInShell` runs. */
export async function writePrograms(folder: string, samples: readonly Block[]) {
  const programs = samples.filter(({ language }) => language === 'ts' || language === 'js')
  for (const sample of programs) await writeFile(join(folder, nameOf(sample)), `${sample.text}\n`)
}

/** Runs samples in one shell. Each one that succeeds writes its index to file descriptor 3. */
export async function runInShell(
  folder: string,
  samples: readonly Block[],
  { env, beginning, secondsMax }: ShellOptions,
): Promise<Outcome> {
  const commands = samples.map((sample, index) => {
    const command = /^(ts|js)$/.test(sample.language) ? `npx node ${nameOf(sample)}` : sample.text
    return `${command}\necho ${index} >&3\n`
  })
  await writeFile(join(folder, 'samples.sh'), `set -euo pipefail\n${beginning}${commands.join('')}`)
  const shell = spawn('bash', ['samples.sh'], {
    cwd: folder,
    env: { ...env, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    timeout: secondsMax * 1000,
  })
  let [said, done] = ['', 0]
  for (const stream of [shell.stdout, shell.stderr]) stream?.on('data', (text) => (said += text))
  shell.stdio[3]?.on('data', (text) => (done += String(text).trim().split('\n').length))
  const [code] = await once(shell, 'close')
  const failed = samples[done]
  if (code === 0 && failed === undefined) return { done, fault: undefined, said }
  const rest = samples.length - done - 1
  const head = `${failed?.file}:${failed?.line} failed (${code}), and ${rest} after it were not tried`
  return { done, fault: `${head}:\n${said.slice(-2000)}`, said }
}

function nameOf({ line, language }: Block): string {
  return `sample-${line}.${language}`
}
