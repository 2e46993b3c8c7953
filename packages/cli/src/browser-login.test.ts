import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { test } from 'node:test'
import { loginByBrowser } from './browser-login.ts'
import { given } from './test/harness.ts'

test('a request that is no address is refused, and the right one is still waited for', async (t) => {
  const { endpoint, seen } = await given(t)
  const told: string[] = []
  const login = loginByBrowser({ endpoint, userAgent: 'test', name: 'test', tell: (text) => told.push(text) })
  const ended = assert.rejects(login, { name: 'ApiFailure' })
  while (told.length === 0) await new Promise(setImmediate)
  const wanted = new URL(told[0]?.split('\n')[1] ?? '').searchParams
  const back = new URL(wanted.get('redirect') ?? '')

  assert.equal(await statusOf(back.port, '//'), 400)
  assert.equal(await statusOf(back.port, `/?code=c&state=${wanted.get('state')}`), 200)
  await ended
  assert.equal(seen.length, 1)
})

async function statusOf(port: string, path: string): Promise<number | undefined> {
  const asked = request({ host: '127.0.0.1', port, path }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}
