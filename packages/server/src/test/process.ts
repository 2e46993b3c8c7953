import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { testSecretKeys } from './secret-keys.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/** Halves the time that each start takes. */
const compiled = join(tmpdir(), 'stemma-test-compiled')

export type Settings = Readonly<Record<string, string>>

export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The real `stemma-server`, as a process of its own that sees nothing of our environment. */
export function stemmaServer(args: readonly string[], settings: Settings, stdin?: string): Promise<Outcome> {
  return launch(args, settings, stdin).ended
}

/** A command that runs until it is stopped. */
export interface Running {
  readonly child: ChildProcess
  /** Everything it has printed so far. */
  readonly output: () => string
  readonly ended: Promise<Outcome>
  /** Tells it to stop, unless it has ended. */
  readonly stop: () => Promise<Outcome>
}

/** Resolves when the command has printed this; throws when it ends before. */
export async function startCommand(
  args: readonly string[],
  settings: Settings,
  printed: RegExp,
): Promise<Running & { readonly match: RegExpExecArray }> {
  const { child, output, ended } = launch(args, settings)
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    return ended
  }
  for (;;) {
    const match = printed.exec(output())
    if (match !== null) return { child, output, ended, stop, match }
    if (child.exitCode !== null) throw new Error(`stemma-server ${args.join(' ')} ended: ${output()}`)
    await sleep(20)
  }
}

/** A server of its own process on a free port. */
export async function startServe(settings: Settings) {
  const address = /Server listening at (http:\/\/127\.0\.0\.1:\d+)/
  const { match, ...running } = await startCommand(['serve'], { STEMMA_PORT: '0', ...settings }, address)
  return { ...running, address: match[1] ?? '' }
}

/** Ends what a test that failed has left running, which would keep its process from ending. */
export function killAll() {
  for (const child of children) child.kill('SIGKILL')
}

const children = new Set<ChildProcess>()

function launch(args: readonly string[], settings: Settings, input = '') {
  const env = { NODE_COMPILE_CACHE: compiled, STEMMA_SECRET_KEYS: testSecretKeys, ...settings }
  const child = spawn(process.execPath, [main, ...args], { env, stdio: 'pipe' })
  child.stdin.end(input)
  children.add(child)
  child.once('close', () => children.delete(child))
  const printed = printedBy(child)
  const ended = once(child, 'close').then((): Outcome => ({ code: child.exitCode, ...printed }))
  return { child, ended, output: () => printed.stdout + printed.stderr }
}

/** What a process has printed so far; it grows while the process runs. */
export function printedBy(child: ChildProcessWithoutNullStreams) {
  const printed = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      printed[stream] += text
    })
  }
  return printed
}
