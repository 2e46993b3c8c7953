import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from './attack.ts'
import { zeros } from './attack.ts'

/** The repository that is attacked, and the token of somebody who may push to it. */
export interface Target {
  readonly address: string
  readonly path: string
  readonly token: string
}

export interface Request {
  readonly method?: string
  /** After the path of the repository. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
}

/** Status 0: the connection was closed without an answer. */
export interface Answer {
  readonly status: number
  readonly body: Buffer
}

export async function send({ address, path, token }: Target, asked: Request): Promise<Answer> {
  const { hostname, port } = new URL(address)
  const headers = { authorization: `Bearer ${token}`, ...asked.headers }
  const method = asked.method ?? (asked.body === undefined ? 'GET' : 'POST')
  const sent = request({ agent: false, hostname, port, method, path: `${path}${asked.path}`, headers })
  const answered = once(sent, 'response').then(async ([answer]) => ({
    status: Number(answer.statusCode),
    body: await buffer(answer),
  }))
  sent.end(asked.body)
  return answered.catch(() => ({ status: 0, body: Buffer.alloc(0) }))
}

/** Writes bytes to the server, and leaves after some time if it does not answer. */
export async function sendRaw(
  { address }: Target,
  parts: readonly Buffer[],
  waitMs: number,
): Promise<Answer> {
  const { hostname, port } = new URL(address)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  socket.on('error', () => {})
  const read = buffer(socket).catch(() => Buffer.alloc(0))
  await once(socket, 'connect')
  for (const part of parts) {
    socket.write(part)
    await sleep(waitMs / parts.length)
  }
  const body = await Promise.race([read, sleep(waitMs).then(() => Buffer.alloc(0))])
  socket.destroy()
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(body.toString('latin1'))?.[1] ?? 0), body }
}

export function packet(text: string | Buffer): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes])
}

export const flush = Buffer.from('0000')

export function command(tip: string, ref = 'refs/for/main', capabilities = 'report-status'): Buffer {
  return packet(`${zeros} ${tip} ${ref}\0 ${capabilities}`)
}

export function push(target: Target, { tip, ref, pack }: Attack): Promise<Answer> {
  return send(target, receive(Buffer.concat([command(tip, ref), flush, pack])))
}

export function receive(body: Buffer, headers: Readonly<Record<string, string>> = {}): Request {
  const type = { 'content-type': 'application/x-git-receive-pack-request' }
  return { path: '/git-receive-pack', headers: { ...type, ...headers }, body }
}

/** Whether a push did nothing, and the server is not to blame. */
export function isRefused({ status, body }: Answer): boolean {
  return !isAccepted({ status, body }) && status < 500
}

export function isAccepted({ status, body }: Answer): boolean {
  return status === 200 && /^.{0,8}ok refs\//ms.test(body.toString('latin1'))
}
