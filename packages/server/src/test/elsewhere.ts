import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = string | Uint8Array

/** A third-party server that every test server may call. It serves the content that tests register. */
const answers = new Map<string, { readonly body: Answer; readonly type: string }>([
  ['/page.md', { body: '# From elsewhere\n\nA text.\n', type: 'text/markdown' }],
])
const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '')
  if (answer === undefined) return response.writeHead(404).end()
  response.writeHead(200, { 'content-type': answer.type }).end(answer.body)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
// Don't keep the test process running.
server.unref()

/** The host and port, in the format of the setting. */
export const elsewhere = `127.0.0.1:${(server.address() as AddressInfo).port}`

/** Serves content at a path and returns its URL. */
export function givenElsewhere(path: string, body: Answer, type = 'application/octet-stream'): string {
  answers.set(path, { body, type })
  return addressElsewhere(path)
}

export function addressElsewhere(path: string): string {
  return `http://${elsewhere}${path}`
}
