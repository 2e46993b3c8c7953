import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { openIDClient } from '../../packages/server/src/test/openid-provider.ts'

/** A certified provider with a person who may sign in. Its client is known once `expect` was called. */
export async function startRealProvider(email: string) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = `http://${host}`
  return {
    host,
    issuer,
    expect(redirectURL: string) {
      server.on('request', new Provider(issuer, configurationFor(redirectURL, email)).callback())
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()),
  }
}

export type RealProvider = Awaited<ReturnType<typeof startRealProvider>>

function configurationFor(redirectURL: string, email: string) {
  return {
    clients: [
      {
        client_id: openIDClient.clientID,
        client_secret: openIDClient.clientSecret,
        redirect_uris: [redirectURL],
      },
    ],
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        email,
        email_verified: true,
        name: 'Ada Lovelace',
      }),
    }),
  }
}

/** As a person does in a browser: goes to the provider, signs in, consents, and is sent back. */
export async function signInAt(location: string): Promise<URL> {
  const jar = new Map<string, string>()
  let answer = await visit(location, jar)
  for (let page = 0; page < 10; page++) {
    const next = answer.headers.get('location')
    if (next?.startsWith('http://docs.test')) return new URL(next)
    if (next) answer = await visit(new URL(next, location).href, jar)
    else answer = await submit(await answer.text(), location, jar)
  }
  throw new Error('The provider does not send the browser back.')
}

async function visit(url: string, jar: Map<string, string>, body?: URLSearchParams): Promise<Response> {
  const headers = { cookie: [...jar].map((pair) => pair.join('=')).join('; ') }
  const answer = await fetch(url, { headers, redirect: 'manual', ...(body && { method: 'POST', body }) })
  for (const cookie of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    jar.set(name, value)
  }
  return answer
}

/** The forms of the provider's development pages. */
function submit(page: string, location: string, jar: Map<string, string>): Promise<Response> {
  const action = /action="([^"]+)"/.exec(page)?.[1] ?? ''
  const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const fields = new URLSearchParams({ prompt, login: 'ada', password: 'any' })
  return visit(new URL(action, location).href, jar, fields)
}
