import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readable } from './log.ts'
import { freePort } from './port.ts'
import { makeLinks } from './postgres-binaries.ts'

test('links that npm did not make are made, and those that are there are kept', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'stemma-links-'))
  t.after(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'native', 'lib'), { recursive: true })
  await writeFile(join(folder, 'native', 'lib', 'libpq.so.5.18'), 'library')
  const links = ['libpq.so', 'libpq.so.5'].map((name) => {
    return { source: 'native/lib/libpq.so.5.18', target: `native/lib/${name}` }
  })
  await writeFile(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links))
  await makeLinks(folder)
  await makeLinks(folder)
  for (const { target } of links) assert.equal(await readFile(join(folder, target), 'utf8'), 'library')
})

test('a line of the log is shown as people read it, and what is no log line as it is', () => {
  const time = new Date(2026, 10, 15, 9, 5, 1).getTime()
  const line = {
    level: 30,
    time,
    requestId: 'r1',
    operation: 'getUser',
    status: 200,
    ms: 3.5,
    msg: 'request',
  }
  assert.equal(
    readable(JSON.stringify(line)),
    '09:05:01 info  request requestId=r1 operation=getUser status=200 ms=3.5',
  )
  const failed = {
    level: 50,
    time,
    err: { message: 'no', stack: 'Error: no\n  at x' },
    msg: 'request failed',
  }
  assert.equal(readable(JSON.stringify(failed)), '09:05:01 ERROR request failed\nError: no\n  at x')
  for (const other of ['Debugger attached.', '', '3000', 'null']) assert.equal(readable(other), other)
})

test('the wanted port is taken if it is free, and another one if not', async (t) => {
  const port = await freePort()
  assert.equal(await freePort(port), port)
  const server = createServer().listen(port, '127.0.0.1')
  t.after(() => server.close())
  assert.notEqual(await freePort(port), port)
})
