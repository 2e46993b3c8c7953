import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { createGates, GateFull } from '../common/gates.ts'

/** A git process that has been started, with its limits. */
export interface GitProcess {
  readonly stdin: Writable
  readonly stdout: Readable
  /** Rejects with `GitFailed` unless git ends with status 0. */
  readonly ended: Promise<void>
  /** Ends git and everything that it has started. */
  readonly kill: () => void
}

/** Starts git on the bare repository in a folder, once there is room for another process. */
export type StartGit = (
  repository: string,
  args: readonly string[],
  environment?: GitEnvironment,
) => Promise<GitProcess>

/** The only variables that a process can have besides those that all of them have. */
type GitEnvironment = { readonly GIT_PROTOCOL?: string; readonly GIT_INDEX_FILE?: string }

export class GitFailed extends Error {
  override readonly name = 'GitFailed'
  /** The end of what git wrote to its standard error. */
  readonly said: string

  constructor(command: string, said: string) {
    super(`git ${command} failed: ${said}`)
    this.said = said
  }
}

/** All processes are busy, and none became free in time. */
export class GitBusy extends Error {
  override readonly name = 'GitBusy'
}

export interface GitLimits {
  readonly processesMax: number
  /** How long to wait for a free process. */
  readonly waitMs: number
  readonly memoryBytesMax: number
  readonly cpuSeconds: number
  readonly wallMs: number
}

export const gitLimits: GitLimits = {
  processesMax: 2,
  waitMs: 10_000,
  memoryBytesMax: 256 * 1024 * 1024,
  cpuSeconds: 60,
  wallMs: 10 * 60_000,
}

/**
 * Starts git processes with limits. They get no environment of ours, read no configuration of the machine,
 * run no hook and have no terminal.
 */
export function gitStarter(limits: GitLimits = gitLimits): StartGit {
  const gates = createGates({ insideMax: limits.processesMax, waitMs: limits.waitMs, waitingMax: waitingMax })
  return async (repository, args, environment = {}) => {
    const leave = await gates.enter('').catch((error: unknown) => {
      throw error instanceof GateFull ? new GitBusy() : error
    })
    const started = run(limits, [...settings, `--git-dir=${repository}`, ...args], environment)
    const name = args.find((one) => !one.startsWith('-')) ?? ''
    const { child, ...streams } = started
    const ended = endOf(child, name, started.kill, limits).finally(leave)
    // Callers that stop reading early don't wait for the end.
    ended.catch(() => {})
    return { ...streams, ended }
  }
}

const waitingMax = 64

function run(
  { memoryBytesMax, cpuSeconds }: GitLimits,
  args: readonly string[],
  environment: GitEnvironment,
) {
  // Pages of packs that are mapped for reading don't count as data.
  const bounds = [`--data=${memoryBytesMax}`, `--cpu=${cpuSeconds}`, '--core=0']
  const child = spawn('prlimit', [...bounds, 'git', ...args], {
    cwd: '/',
    env: { ...bareEnvironment, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  const kill = () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has just ended.
    }
  }
  // What a process does not read is lost, and its end says why.
  child.stdin.on('error', () => {})
  return { child, stdin: child.stdin, stdout: child.stdout, kill }
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>

function endOf(child: Child, name: string, kill: () => void, { wallMs }: GitLimits): Promise<void> {
  const timer = setTimeout(kill, wallMs)
  let said = ''
  child.stderr.on('data', (part: Buffer) => {
    said = (said + part.toString()).slice(-saidCharactersMax)
  })
  return new Promise<void>((resolve, reject) => {
    child.once('error', (error) => reject(new GitFailed(name, error.message)))
    child.once('close', (code, signal) => {
      if (code === 0) resolve()
      else reject(new GitFailed(name, said.trim() || `it ended with ${signal ?? code}`))
    })
  }).finally(() => clearTimeout(timer))
}

const saidCharactersMax = 4_000

const bareEnvironment = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: '/nonexistent',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
}

/** Folders can belong to another user of the machine, such as that of a mounted volume. */
const settings = [
  ...['-c', 'core.hooksPath=/dev/null'],
  ...['-c', 'safe.directory=*'],
  ...['-c', 'gc.auto=0'],
  ...['-c', 'pack.threads=1'],
  ...['-c', 'core.fsync=none'],
  ...['-c', 'protocol.allow=never'],
]

/** The version of git, as `2.39.5`; undefined if there is none that Stemma can use, or no `prlimit`. */
export async function usableGit(start: StartGit): Promise<string | undefined> {
  try {
    const { stdin, stdout, ended } = await start('/nonexistent', ['version'])
    stdin.end()
    let printed = ''
    for await (const part of stdout) printed += part
    await ended
    const [, version = '', major, minor] = /^git version ((\d+)\.(\d+)[\d.]*)/.exec(printed) ?? []
    const isUsable = Number(major) > 2 || (Number(major) === 2 && Number(minor) >= minorMin)
    return isUsable ? version.replace(/\.$/, '') : undefined
  } catch (error) {
    if (error instanceof GitFailed) return undefined
    throw error
  }
}

const minorMin = 39
