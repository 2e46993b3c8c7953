import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** One request as it goes over the wire. */
export interface Wire {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Sends requests over kept connections, one at a time on each, and gives the milliseconds for all. It writes
 * and reads bytes itself: a whole HTTP client would cost more than what it measures.
 */
export async function slice(address: string, secret: string, requests: readonly Wire[], lines: number) {
  const { hostname, port } = new URL(address)
  const sockets = await Promise.all(
    Array.from({ length: Math.min(lines, requests.length) }, async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      await once(socket, 'connect')
      return socket
    }),
  )
  const begun = performance.now()
  // Every line has requests of its own, so that what belongs together follows on one line.
  await Promise.all(
    sockets.map(async (socket, line) => {
      for (let at = line; at < requests.length; at += sockets.length) {
        await exchange(socket, bytesOf(requests[at] as Wire, secret))
      }
    }),
  )
  const ms = performance.now() - begun
  for (const socket of sockets) socket.destroy()
  return ms
}

function bytesOf({ method = 'GET', path, body, headers = {} }: Wire, secret: string): string {
  const payload = body === undefined ? '' : JSON.stringify(body)
  const all = {
    host: 'bench',
    authorization: `Bearer ${secret}`,
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(payload)),
    }),
    ...headers,
  }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${payload}`
}

function exchange(socket: Socket, bytes: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const end = (error?: Error) => {
      socket.setTimeout(0).off('data', onData).off('close', onClose).off('timeout', onTimeout)
      if (error) reject(error)
      else resolve()
    }
    const onClose = () => end(new Error('The server closed the connection.'))
    const onTimeout = () => end(new Error(`No answer in ${answerMsMax} ms: ${bytes.slice(0, 200)}`))
    const onData = (chunk: Buffer) => {
      answer += chunk.toString('latin1')
      const head = answer.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(answer.slice(0, head))?.[1] ?? 0)
      if (answer.length < head + 4 + length) return
      end(/^HTTP\/1\.1 (?:2\d\d|304) /.test(answer) ? undefined : new Error(answer.slice(0, 2000)))
    }
    socket.setTimeout(answerMsMax).on('data', onData).on('close', onClose).on('timeout', onTimeout)
    if (socket.destroyed) onClose()
    else socket.write(bytes)
  })
}

const answerMsMax = 30_000
