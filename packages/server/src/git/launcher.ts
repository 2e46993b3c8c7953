import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { type ExpectedStreams, expectStreams } from './expected-streams.ts'
import type { End, Order } from './launching-process.ts'

export interface Program {
  readonly command: string
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

/** A program that runs in a process group of its own. */
export interface Launched {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** What it has written can still be read then. Read all of it, or kill. */
  readonly ended: Promise<Ended>
  /** Ends it and everything that it has started. */
  readonly kill: () => void
}

type Ended = Omit<End, 'id'>

/**
 * Starts a program from a small process, which ends after a while without work. Starting one from the server
 * itself would copy the memory map of the server, and hold up all its requests meanwhile.
 */
export async function launch(program: Program): Promise<Launched> {
  opened ??= openLauncher()
  const launcher = await opened
  return launcher(program)
}

let opened: Promise<(program: Program) => Promise<Launched>> | undefined

async function openLauncher() {
  const streams = await expectStreams()
  const running = new Map<number, (ended: Ended) => void>()
  const child = startProcess()
  const end = ({ id, ...ended }: End) => {
    running.get(id)?.(ended)
    running.delete(id)
  }
  let isClosed = false
  const close = () => {
    if (isClosed) return
    isClosed = true
    opened = undefined
    streams.close()
    for (const id of running.keys())
      end({ id, code: null, signal: null, fault: 'The process ended that starts git.' })
    if (child.connected) child.disconnect()
  }
  child.on('error', close).once('disconnect', close)
  const watch = watchWork(child, close)
  child.on('message', (ended: End) => {
    end(ended)
    watch(running.size)
  })
  let last = 0
  return async (program: Program): Promise<Launched> => {
    const id = ++last
    const ended = new Promise<Ended>((resolve) => running.set(id, resolve))
    watch(running.size)
    const tell = (order: Order) => {
      if (child.connected) child.send(order, () => {})
      else close()
    }
    const ask = (names: readonly string[]) => tell({ id, ...program, address: streams.address, names })
    const [stdin, stdout, stderr] = await openedOr(ended, streams, ask)
    // Without a reader, nobody notices that the other side has closed.
    stdin.resume()
    void ended.then(({ fault }) => {
      // Nobody can kill it any more, but without input it ends.
      if (fault !== undefined) stdin.destroy()
    })
    const kill = () => {
      tell({ killed: id })
      stdout.resume()
    }
    return { stdin, stdout, stderr, ended, kill }
  }
}

function startProcess(): ChildProcess {
  return fork(new URL('./launching-process.ts', import.meta.url), {
    env: {},
    execArgv: ['--max-old-space-size=64', '--max-semi-space-size=1', '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // A signal to all processes of a terminal lets the server finish what it has begun.
    detached: true,
  })
}

/** While nothing runs, the process keeps nothing else alive, and ends after a while. */
function watchWork(child: ChildProcess, close: () => void) {
  let idle: NodeJS.Timeout | undefined
  return (count: number) => {
    clearTimeout(idle)
    if (count === 0) {
      child.unref()
      child.channel?.unref()
      idle = setTimeout(close, idleMs).unref()
    } else {
      child.ref()
      child.channel?.ref()
    }
  }
}

const idleMs = 60_000

/** The three streams of a program, unless it can't start. */
async function openedOr(
  ended: Promise<Ended>,
  streams: ExpectedStreams,
  ask: (names: readonly string[]) => void,
): Promise<readonly [Socket, Socket, Socket]> {
  const expected = [streams.expect(), streams.expect(), streams.expect()] as const
  const failed = ended.then(({ fault }) => {
    // The streams of a program that has ended are open already, but may be noticed later.
    if (fault !== undefined) throw new Error(fault)
    return new Promise<never>(() => {})
  })
  try {
    ask(expected.map(({ name }) => name))
    const [stdin, stdout, stderr] = expected
    return await Promise.race([Promise.all([stdin.opened, stdout.opened, stderr.opened]), failed])
  } finally {
    for (const one of expected) one.forget()
  }
}
