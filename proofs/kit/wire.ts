import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface Answer {
  readonly status: number
  readonly body: string
}

interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: string | undefined
}

const agent = new Agent({ keepAlive: true })

/** Sends a request over a socket that is reused for the next one. */
export function sendOver(address: string, { method, url, headers, payload }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address)
    request({ agent, hostname, port, method, path: url, headers }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject)
    })
      .on('error', reject)
      .end(payload)
  })
}
