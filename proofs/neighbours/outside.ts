import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The servers of the loud organization: specs, websites and receivers that respond as late as they can. */
export async function startSlowServer() {
  const held = new Set<ServerResponse>()
  let isSlow = true
  const server = createServer((request, response) => {
    request.resume()
    if (request.url?.startsWith('/large')) {
      response.setHeader('content-type', 'text/html').end(largePage)
      return
    }
    if (!isSlow) return void response.end('{}')
    held.add(response)
    response.once('close', () => held.delete(response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    setSlow(slow: boolean) {
      isSlow = slow
      if (!slow) for (const response of held) response.end('{}')
    },
  }
}

/** Nearly as large as a page is allowed to be. */
const paragraph = '<h2>Part</h2><p>Some words in a <b>paragraph</b> with <a href="/x">links</a>.</p>'
const largePage = `<html><body>${paragraph.repeat(40_000)}</body></html>`
