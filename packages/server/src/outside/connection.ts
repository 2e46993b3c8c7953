import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { hostOf, portOf } from './target.ts'
import { within } from './within.ts'

const attemptsMax = 3

/** Connects to the first address that accepts a connection, without resolving the name again. */
export async function connectionTo(
  url: URL,
  addresses: readonly string[],
  attemptMs: number,
  signal: AbortSignal,
): Promise<Socket> {
  let problem: unknown
  for (const address of addresses.slice(0, attemptsMax)) {
    signal.throwIfAborted()
    try {
      return await within(attemptMs, (over) =>
        connected(address, portOf(url), AbortSignal.any([signal, over])),
      )
    } catch (error) {
      problem = error
    }
  }
  throw problem
}

async function connected(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host, port, signal, noDelay: true })
  await once(socket, 'connect')
  return socket
}

/** Opens TLS over the socket. The server's certificate must be valid for the host of the URL. */
export async function secured(url: URL, socket: Socket): Promise<Socket> {
  const host = hostOf(url).replace(/\.$/, '')
  const safe = connectTls({
    socket,
    host,
    // SNI doesn't allow IP addresses; the certificate is still checked for them.
    servername: isIP(host) === 0 ? host : '',
    ALPNProtocols: ['http/1.1'],
    // Set explicitly, so that no environment variable can turn it off.
    rejectUnauthorized: true,
  })
  await once(safe, 'secureConnect')
  return safe
}
