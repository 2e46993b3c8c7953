import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

/** What the server does with a request: respond, or end the connection. */
export type Scripted = Reply | 'hang up' | 'break off'

interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly text?: string
}

interface Seen {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A server on localhost that follows the script, one step for each request, and records the requests. */
export async function givenServer(t: TestContext, ...script: Scripted[]) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push({ method: request.method, url: request.url, headers: request.headers, body })
    play(script[seen.length - 1] ?? { status: 500, text: 'The script is over.' }, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

function play(scripted: Scripted, response: ServerResponse) {
  if (scripted === 'hang up') response.destroy()
  else if (scripted === 'break off') {
    response.writeHead(200, { 'content-length': '100' })
    response.write('{"half":', () => response.destroy())
  } else {
    const { status, headers, json, text } = scripted
    response.writeHead(status, headers)
    response.end(json === undefined ? text : JSON.stringify(json))
  }
}

export const refusal = (code: number, reason: string, message = 'No.') => ({
  status: code,
  json: { error: { code, message, reason, requestId: 'request1' } },
})
