import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/**
 * Stands between the browser and two servers, so that the browser has one address while servers die.
 * `cut` ends every connection and takes no new one; `deaf` delivers requests and drops their answers.
 */
type Way = 'open' | 'cut' | 'deaf'

export interface Line {
  readonly set: (way: Way) => void
  readonly close: () => void
}

export async function startProxy(port: number, targets: readonly number[]): Promise<Line> {
  let [way, next]: [Way, number] = ['open', 0]
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A killed server or a closed tab: the other end is closed with it.
    socket.on('error', () => undefined)
  }
  const server = createServer(async (browser) => {
    keep(browser)
    next += 1
    const upstream = way === 'cut' ? undefined : await reach(targets, next)
    if (upstream === undefined || browser.destroyed) {
      upstream?.destroy()
      browser.destroy()
      return
    }
    keep(upstream)
    browser.on('close', () => upstream.destroy())
    upstream.on('close', () => browser.destroy())
    browser.on('data', (bytes) => upstream.write(bytes))
    upstream.on('data', (bytes) => {
      if (way === 'deaf') browser.destroy()
      else browser.write(bytes)
    })
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    set(wanted) {
      way = wanted
      if (way === 'cut') for (const socket of sockets) socket.destroy()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** A connection to a server that is alive, beginning with another one each time. */
async function reach(targets: readonly number[], first: number): Promise<Socket | undefined> {
  for (let at = 0; at < targets.length; at++) {
    const socket = connect(targets[(first + at) % targets.length] ?? 0, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return socket
    } catch {
      // It was killed and is not back yet.
    }
  }
  return undefined
}
