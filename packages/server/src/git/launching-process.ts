import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** What the server says. */
export type Order =
  | {
      readonly id: number
      readonly command: string
      readonly args: readonly string[]
      readonly environment: Readonly<Record<string, string>>
      /** The socket of the server, and what to say there for the input, the output and the errors. */
      readonly address: string
      readonly names: readonly string[]
    }
  | { readonly killed: number }

/** How a program ended, or why it could not start. */
export interface End {
  readonly id: number
  readonly code: number | null
  readonly signal: string | null
  readonly fault?: string
}

const running = new Map<number, ChildProcess>()

process.on('message', (order: Order) => {
  if ('killed' in order) kill(order.killed)
  else void launch(order)
})
/** The server is gone. */
process.once('disconnect', () => {
  for (const id of running.keys()) kill(id)
  process.exit()
})

async function launch({ id, command, args, environment, address, names }: Extract<Order, { id: number }>) {
  try {
    const streams = await Promise.all(names.map((name) => openStream(address, name)))
    const child = spawn(command, args, { cwd: '/', env: environment, stdio: streams, detached: true })
    running.set(id, child)
    // The program has copies. With these open, the server would never see an end.
    for (const stream of streams) stream.destroy()
    child.once('error', ({ message }) => end({ id, code: null, signal: null, fault: message }))
    child.once('exit', (code, signal) => end({ id, code, signal }))
  } catch (error) {
    end({ id, code: null, signal: null, fault: (error as Error).message })
  }
}

/** A stream that nobody reads here: all of it is for the program. */
async function openStream(path: string, name: string): Promise<Socket> {
  const socket = connect({ path }).pause()
  await once(socket, 'connect')
  await new Promise<void>((resolve, reject) =>
    socket.write(name, (error) => (error ? reject(error) : resolve())),
  )
  return socket
}

function end(how: End) {
  running.delete(how.id)
  process.send?.(how)
}

/** Ends a program and everything that it has started. */
function kill(id: number) {
  const pid = running.get(id)?.pid
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has just ended.
  }
}
