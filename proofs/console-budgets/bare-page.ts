import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromiumArgs, chromiumPath } from '../../packages/site/src/test/browser.ts'

/**
 * A page in a Chromium of its own, watched as little as possible. Whoever watches the network, as tools for
 * tests do, copies every request on the main thread: a save would cost twice as much as it costs people.
 */
export interface BarePage {
  readonly send: <T>(method: string, parameters?: object) => Promise<T>
  /** Runs a script and waits for what it promises. */
  readonly evaluate: <T>(script: string) => Promise<T>
  readonly close: () => Promise<void>
}

export async function openBarePage(): Promise<BarePage> {
  const profile = await mkdtemp(join(tmpdir(), 'bare-page-'))
  const own = [
    '--headless',
    '--remote-debugging-port=0',
    '--window-size=1440,900',
    `--user-data-dir=${profile}`,
  ]
  const child = spawn(chromiumPath, [...chromiumArgs, ...own, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const { host } = new URL(await endpointOf(child))
  const opened = await fetch(`http://${host}/json/new`, { method: 'PUT' })
  const { webSocketDebuggerUrl } = (await opened.json()) as { readonly webSocketDebuggerUrl: string }
  const socket = await connect(webSocketDebuggerUrl)
  const send = asker(socket)
  return {
    send,
    async evaluate<T>(expression: string): Promise<T> {
      const asked = { expression, awaitPromise: true, returnByValue: true }
      const { result, exceptionDetails } = await send<Evaluated<T>>('Runtime.evaluate', asked)
      if (exceptionDetails !== undefined) throw new Error(`${exceptionDetails.text} ${expression}`)
      return result.value
    },
    async close() {
      socket.close()
      child.kill()
      await once(child, 'exit')
      await rm(profile, { recursive: true, force: true })
    },
  }
}

interface Evaluated<T> {
  readonly result: { readonly value: T }
  readonly exceptionDetails?: { readonly text: string }
}

/** Chromium says on its standard error where it listens. */
async function endpointOf(child: ChildProcess): Promise<string> {
  if (child.stderr === null) throw new Error('Chromium has no standard error.')
  for await (const line of createInterface(child.stderr)) {
    const [, endpoint] = /^DevTools listening on (\S+)/.exec(line) ?? []
    if (endpoint !== undefined) return endpoint
  }
  throw new Error('Chromium did not start.')
}

async function connect(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  return socket
}

function asker(socket: WebSocket): BarePage['send'] {
  const waiting = new Map<number, PromiseWithResolvers<never>>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(String(data))
    const { resolve, reject } = waiting.get(id) ?? {}
    waiting.delete(id)
    if (error === undefined) resolve?.(result as never)
    else reject?.(new Error(error.message))
  })
  return (method, params = {}) => {
    const answered = Promise.withResolvers<never>()
    last += 1
    waiting.set(last, answered)
    socket.send(JSON.stringify({ id: last, method, params }))
    return answered.promise
  }
}
