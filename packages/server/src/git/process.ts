import type { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createGates, GateFull } from '../common/gates.ts'
import { type Launched, launch } from './launcher.ts'

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
    const name = args.find((one) => !one.startsWith('-')) ?? ''
    try {
      const all = [...settings, `--git-dir=${repository}`, ...args]
      const { stdin, stdout, kill, ...running } = await run(limits, all, environment)
      const ended = endOf({ kill, ...running }, name, limits).finally(leave)
      // Callers that stop reading early don't wait for the end.
      ended.catch(() => {})
      return { stdin, stdout, kill, ended }
    } catch (error) {
      leave()
      throw new GitFailed(name, (error as Error).message)
    }
  }
}

const waitingMax = 64

function run(
  { memoryBytesMax, cpuSeconds }: GitLimits,
  args: readonly string[],
  environment: GitEnvironment,
): Promise<Launched> {
  // Pages of packs that are mapped for reading don't count as data.
  const bounds = [`--data=${memoryBytesMax}`, `--cpu=${cpuSeconds}`, '--core=0']
  return launch({
    command: 'prlimit',
    args: [...bounds, 'git', ...args],
    environment: { ...bareEnvironment, ...environment },
  })
}

type Running = Pick<Launched, 'stderr' | 'ended' | 'kill'>

async function endOf({ stderr, ended, kill }: Running, name: string, { wallMs }: GitLimits): Promise<void> {
  const timer = setTimeout(kill, wallMs)
  let said = ''
  stderr.on('data', (part: Buffer) => {
    said = (said + part.toString()).slice(-saidCharactersMax)
  })
  const [{ code, signal, fault }] = await Promise.all([
    ended,
    finished(stderr, { writable: false }).catch(() => {}),
  ])
  clearTimeout(timer)
  if (code !== 0) throw new GitFailed(name, said.trim() || (fault ?? `it ended with ${signal ?? code}`))
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
