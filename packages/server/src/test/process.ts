import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { testSecretKeys } from './secret-keys.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/** The compile cache halves the time of each start. */
const compiled = join(tmpdir(), 'stemma-test-compiled')

export type Settings = Readonly<Record<string, string>>

export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the real `stemma-server` as a separate process that doesn't inherit the environment. */
export function stemmaServer(args: readonly string[], settings: Settings, stdin?: string): Promise<Outcome> {
  return launch(args, settings, stdin).ended
}

/** A command that runs until it is stopped. */
export interface Running {
  readonly child: ChildProcess
  /** Everything printed so far. */
  readonly output: () => string
  readonly ended: Promise<Outcome>
  /** Stops the command if it is still running. */
  readonly stop: () => Promise<Outcome>
}

/** Resolves when the command has printed this; throws if it ends before. */
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

/** Starts a server in a separate process on a free port. */
export async function startServe(settings: Settings) {
  const address = /Server listening at (http:\/\/127\.0\.0\.1:\d+)/
  const { match, ...running } = await startCommand(['serve'], { STEMMA_PORT: '0', ...settings }, address)
  return { ...running, address: match[1] ?? '' }
}

/** Kills the processes that a failed test left running, because they would keep the test process alive. */
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

/** The output of a process, which grows while it runs. */
export function printedBy(child: ChildProcessWithoutNullStreams) {
  const printed = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      printed[stream] += text
    })
  }
  return printed
}
