import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { connectionTo } from './connection.ts'

test('a connection that breaks before it is used ends nothing else', async (t) => {
  const server = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const url = new URL(`http://one.example:${(server.address() as AddressInfo).port}/`)
  const over = new AbortController()
  const socket = await connectionTo(url, ['127.0.0.1'], 1000, over.signal)
  over.abort()
  await new Promise((resolve) => socket.on('close', resolve))
  assert.equal(socket.errored?.name, 'AbortError')
})
