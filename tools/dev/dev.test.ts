import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { isPassword } from '../../packages/server/src/auth/passwords.ts'
import { findAccount } from '../../packages/server/src/resources/access/sign-in/store.ts'
import { createTestDatabase } from '../../packages/server/src/test/database.ts'
import { readable } from './log.ts'
import { announcement, migrationsLine } from './messages.ts'
import { freePort } from './port.ts'
import { makeLinks } from './postgres-binaries.ts'
import { prepareSample } from './sample.ts'

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

test('the sample admin gets a password on the first start, and a new one only on request', async (t) => {
  const { db, url, drop } = await createTestDatabase()
  t.after(drop)
  const starts = []
  for (const newPassword of [false, false, true]) starts.push(await prepareSample(url, { newPassword }))
  const [first, second, third] = starts.map(({ password }) => password)
  const { hash } = (await findAccount(db, { email: 'admin@sample.example' })) ?? {}
  assert.equal(second, undefined)
  assert.equal(await isPassword(first ?? '', hash ?? undefined), false)
  assert.equal(await isPassword(third ?? '', hash ?? undefined), true)
})

const started = {
  address: 'http://127.0.0.1:3000',
  site: 'http://127.0.0.1:3000/sites/stemma',
  email: 'admin@sample.example',
  token: 'token-1',
  reviewerToken: 'token-2',
  password: 'password-1',
}

test('a start announces where to read, where to sign in and with what, and a line to paste', () => {
  const text = announcement(started)
  assert.match(text, /^\n {2}Site {6}http:\/\/127.0.0.1:3000\/sites\/stemma\n/)
  for (const shown of ['3000/docs\n', '3000/app/\n', 'admin@sample.example\n', 'password-1\n'])
    assert.ok(text.includes(shown), shown)
  const exported = 'STEMMA_ENDPOINT=http://127.0.0.1:3000 STEMMA_TOKEN=token-1 REVIEWER_TOKEN=token-2'
  assert.match(text, new RegExp(`^export ${exported}$`, 'm'))
})

test('a later start says how to get a new password, and a database of others gets no account', () => {
  assert.match(announcement({ ...started, password: undefined }), /--new-password/)
  const foreign = announcement({ ...started, token: undefined })
  assert.match(foreign, /token create/)
  assert.doesNotMatch(foreign, /export|admin@sample/)
})

test('migrations are announced in one line', () => {
  assert.equal(migrationsLine(['0001.sql', '0002.sql']), 'dev: 2 migrations applied')
  assert.equal(migrationsLine(['0001.sql']), 'dev: 1 migration applied')
})
