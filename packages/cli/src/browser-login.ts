import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CommandFailure } from './exit-codes.ts'

const patienceMs = 10 * 60 * 1000

/**
 * Signs in with the browser, which returns a code to a local port. Only this process has the verifier that
 * turns the code into a token.
 */
export async function loginByBrowser({ endpoint, userAgent, name, scopes, tell }: Wish): Promise<string> {
  const [verifier, state] = [random(), random()]
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const redirectURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const asked = scopes === undefined ? {} : { scopes }
  const query = new URLSearchParams({ name, ...asked, redirect: redirectURL, state, challenge })
  tell(`Open this URL in your browser and confirm:\n${endpoint}/login/program?${query}\n`)
  const timer = setTimeout(() => server.emit('given-up'), patienceMs)
  try {
    const code = await codeFor(server, state)
    const { createClient } = await import('@stemma/client')
    const client = createClient({ endpoint, userAgent, token: undefined })
    const body = { code, codeVerifier: verifier, redirectURL }
    const { secret } = await client.exchangeLoginCode({ body })
    return secret ?? ''
  } finally {
    clearTimeout(timer)
    server.closeAllConnections()
    server.close()
  }
}

interface Wish {
  readonly endpoint: string
  readonly userAgent: string
  /** The name of the token, which the confirmation page also shows. */
  readonly name: string
  /** The scopes of the token, separated by commas; if undefined, all permissions of the user. */
  readonly scopes?: string | undefined
  readonly tell: (text: string) => void
}

const random = () => randomBytes(32).toString('base64url')

/** Waits for the browser. Requests without the right state don't come from the page that was opened. */
function codeFor(server: ReturnType<typeof createServer>, state: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('given-up', () =>
      reject(new CommandFailure(1, 'Not confirmed within ten minutes. Try again.')),
    )
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      // Any local program can send requests, even with an invalid URL.
      const asked = URL.parse(request.url ?? '/', 'http://127.0.0.1')
      const code = asked?.searchParams.get('code') ?? null
      const isOurs = asked?.pathname === '/' && isSame(asked.searchParams.get('state') ?? '', state)
      const found = request.method === 'GET' && isOurs && code !== null
      response.writeHead(found ? 200 : 400, { 'content-type': 'text/plain; charset=utf-8' })
      const sentence = found
        ? 'You can close this window and continue in the terminal.'
        : 'This request is not expected here.'
      response.end(`${sentence}\n`, () => {
        if (found) resolve(code)
      })
    })
  })
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
