import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** The number of requests in flight, each on its own connection. */
export const lines = 32

export interface Wire {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** Requests by index: an array, or a generator that creates each one when it is sent. */
export interface Requests {
  readonly length: number
  at(index: number): Wire | undefined
}

/**
 * Sends requests over persistent connections, one at a time on each, and returns the total milliseconds. It
 * reads and writes bytes itself: a full HTTP client would cost more than the server it measures.
 */
export async function slice(address: string, secret: string, requests: Requests, lines: number) {
  const { hostname, port } = new URL(address)
  const sockets = await Promise.all(
    Array.from({ length: Math.min(lines, requests.length) }, async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      await once(socket, 'connect')
      return socket
    }),
  )
  const begun = performance.now()
  try {
    // Requests are assigned to fixed connections, so that related ones run in sequence on one connection.
    await Promise.all(
      sockets.map((socket, line) => {
        let at = line - sockets.length
        return converse(socket, () => {
          at += sockets.length
          const wire = at < requests.length ? requests.at(at) : undefined
          return wire && bytesOf(wire, secret)
        })
      }),
    )
    return performance.now() - begun
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

/** A repeated request is serialized only once. */
const spelled = new WeakMap<Wire, { readonly secret: string; readonly bytes: Buffer }>()

function bytesOf(wire: Wire, secret: string): Buffer {
  const known = spelled.get(wire)
  if (known?.secret === secret) return known.bytes
  const { method = 'GET', path, body, headers } = wire
  const payload = body === undefined ? '' : JSON.stringify(body)
  let head = `${method} ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${secret}\r\n`
  if (body !== undefined) {
    head += `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(payload)}\r\n`
  }
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`
  const bytes = Buffer.from(`${head}\r\n${payload}`)
  if (body === undefined) spelled.set(wire, { secret, bytes })
  return bytes
}

/** Sends one request after another on one connection, until there are no more. */
function converse(socket: Socket, next: () => Buffer | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    let head: Buffer | undefined
    let missing = 0
    let asked: Buffer | undefined
    const ask = () => {
      asked = next()
      if (asked) socket.write(asked)
      else resolve()
    }
    const onAnswer = (chunk: Buffer) => {
      if (missing > 0) {
        missing -= chunk.length
      } else {
        head = head ? Buffer.concat([head, chunk]) : chunk
        const length = lengthOf(head)
        if (length === undefined) return
        missing = length - head.length
        head = undefined
      }
      if (missing === 0) ask()
    }
    socket.on('data', (chunk) => {
      try {
        onAnswer(chunk)
      } catch (error) {
        reject(error)
      }
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The server closed the connection.')))
    socket.setTimeout(answerMsMax, () =>
      reject(new Error(`No answer in ${answerMsMax} ms: ${asked?.toString('utf8', 0, 200)}`)),
    )
    ask()
  })
}

/** The total bytes of a response, once its head has arrived. Throws unless the status is 2xx or 304. */
function lengthOf(answer: Buffer): number | undefined {
  const end = answer.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = answer.toString('latin1', 0, end)
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) {
    return answer.subarray(-lastChunk.length).equals(lastChunk) ? answer.length : undefined
  }
  const isUnchanged = head.startsWith('304', 'HTTP/1.1 '.length)
  const length = isUnchanged ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1])
  if (!(isUnchanged || head.startsWith('2', 'HTTP/1.1 '.length)) || Number.isNaN(length)) {
    throw new Error(answer.toString('utf8', 0, 2000))
  }
  return end + '\r\n\r\n'.length + length
}

const lastChunk = Buffer.from('\r\n0\r\n\r\n')
const answerMsMax = 30_000
