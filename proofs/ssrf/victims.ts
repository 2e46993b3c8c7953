import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type ListenOptions, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A server that must not be reached, and its number of connections. */
export interface Victim {
  readonly place: { readonly host: string; readonly port: number } | { readonly socketPath: string }
  readonly server: Server
  connections(): number
}

/** Listens on single addresses of this machine at two ports, on all at a third, and on a Unix socket. */
export async function startVictims(redirectorPort: number) {
  const folder = await mkdtemp(join(tmpdir(), 'stemma-ssrf-'))
  const socketPath = join(folder, 'victim.sock')
  const narrow = await startVictim({ host: '127.0.0.1', port: 0 })
  const wide = await startVictim({ host: '0.0.0.0', port: 0 })
  const ports = [portOf(narrow.server), portOf(wide.server)] as const
  // Not every machine supports all of these.
  const further = await Promise.allSettled([
    startVictim({ host: '127.0.0.2', port: ports[0] }),
    startVictim({ host: '127.0.0.2', port: redirectorPort }),
    startVictim({ host: '::1', port: ports[0] }),
    startVictim({ host: '::1', port: redirectorPort }),
    startVictim({ host: '::', port: ports[1], ipv6Only: true }),
    startVictim({ path: socketPath }),
  ])
  const started = further.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const all: readonly Victim[] = [narrow, wide, ...started]
  return {
    all,
    ports,
    socketPath,
    connections: () => all.reduce((sum, { connections }) => sum + connections(), 0),
    async stop() {
      for (const { server } of all) server.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function startVictim({ host = '', path, ...options }: ListenOptions): Promise<Victim> {
  let connections = 0
  const server = await listening({ ...options, ...(path === undefined ? { host } : { path }) }, (socket) => {
    connections++
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\ninside')
  })
  const place = path === undefined ? { host, port: portOf(server) } : { socketPath: path }
  return { place, server, connections: () => connections }
}

/** The only allowed server: `/302/http%3A%2F%2Fa.example%2F` redirects there, and `/` returns hello. */
export function startRedirector(): Promise<Server> {
  return listening({ host: '127.0.0.1', port: 0 }, (socket) => {
    socket.once('data', (request) => {
      const [, status = '', location = ''] = request.toString().split(' ')[1]?.split('/') ?? []
      const head =
        status === '' ? '200 OK' : `${status} Redirect\r\nLocation: ${decodeURIComponent(location)}`
      socket.end(`HTTP/1.1 ${head}\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello`)
    })
  })
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

async function listening(options: ListenOptions, answer: (socket: Socket) => void): Promise<Server> {
  const server = createServer((socket) => answer(socket.on('error', () => {}).resume()))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options, resolve)
  })
  return server
}
