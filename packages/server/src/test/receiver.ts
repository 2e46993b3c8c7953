import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A third-party server that receives webhooks. Tests choose its responses and inspect what it received. */
export interface Receiver {
  readonly url: string
  readonly endpoint: string
  readonly received: Received[]
  /** Defaults to status 200. */
  answer: (received: Received, response: ServerResponse) => void
  readonly close: () => void
}

export interface Received {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly event: {
    readonly type: string
    readonly eventId: string
    readonly data: Readonly<Record<string, unknown>>
  }
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const one = await read(request)
    received.push(one)
    receiver.answer(one, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const receiver: Receiver = {
    url: `http://${endpoint}/hook`,
    endpoint,
    received,
    answer: (_, response) => void response.end('ok'),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return receiver
}

async function read(request: IncomingMessage): Promise<Received> {
  const body = await text(request)
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  )
  return { headers, body, event: JSON.parse(body) }
}
