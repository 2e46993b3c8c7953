import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface Running {
  /** The variables that the line for a second terminal sets. */
  readonly variables: Readonly<Record<string, string>>
  readonly stop: () => Promise<void>
}

/** Starts `npm run dev`, or its command, and waits for the line to paste into a second terminal. */
export async function startDev(
  command: readonly [string, ...string[]],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Running> {
  const [program, ...args] = command
  const server = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const ended = once(server, 'exit')
  const said: string[] = []
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) process.kill(-(server.pid ?? 0), 'SIGINT')
    await ended
  }
  server.stderr.on('data', (text) => said.push(String(text)))
  const variables = await new Promise<Record<string, string>>((resolve, reject) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      said.push(line)
      if (line.startsWith('export ')) resolve(variablesIn(line))
    })
    ended.then(() => reject(new Error(`The server did not start:\n${said.slice(-20).join('\n')}`)), reject)
  })
  return { variables, stop }
}

function variablesIn(line: string): Record<string, string> {
  return Object.fromEntries(
    [...line.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  )
}
