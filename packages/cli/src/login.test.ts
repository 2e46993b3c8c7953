import assert from 'node:assert/strict'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { given, token } from './test/harness.ts'

const ada = {
  object: 'user',
  id: 'ada',
  displayName: 'Ada\u001b[31m',
  email: 'ada@stemma.example',
  urls: { location: 'http://127.0.0.1/v1/users/ada' },
}
const routes = { 'GET /v1/user': { json: ada } }

test('login checks the token and saves it where only its owner can read it', async (t) => {
  const { stemma, endpoint, credentialsFile, seen } = await given(t, routes)

  const { code, stdout, stderr } = await stemma(['login', '--endpoint', `${endpoint}/`, '--token', token])

  assert.equal(stderr, '')
  assert.equal(stdout, `Signed in to ${endpoint} as Ada\ufffd[31m.\n`)
  assert.equal(code, 0)
  assert.deepEqual(seen, ['GET /v1/user'])
  assert.deepEqual(JSON.parse(await readFile(credentialsFile, 'utf8')), { endpoint, token })
  assert.equal((await stat(credentialsFile)).mode & 0o777, 0o600)
  assert.equal((await stat(dirname(credentialsFile))).mode & 0o777, 0o700)
})

test('the token can come from the environment', async (t) => {
  const { stemma, endpoint } = await given(t, routes)
  const env = { STEMMA_TOKEN: token, STEMMA_ENDPOINT: endpoint }
  const { code, stdout } = await stemma(['login', '--json'], { env })
  assert.equal(code, 0)
  assert.deepEqual(JSON.parse(stdout), ada)
})

for (const stdinStaysOpen of [false, true]) {
  const which = stdinStaysOpen ? ', even one that stays open' : ''
  test(`the token can come from the standard input${which}`, async (t) => {
    const { stemma, endpoint, credentialsFile } = await given(t, routes)
    const login = await stemma(['login', '--endpoint', endpoint], { stdin: `${token}\n`, stdinStaysOpen })
    assert.equal(login.stderr, '')
    assert.equal(login.code, 0)
    assert.equal(JSON.parse(await readFile(credentialsFile, 'utf8')).token, token)
  })
}

test('a token without a line end is read as well, and an empty input is wrong usage', async (t) => {
  const { stemma, endpoint, seen } = await given(t, routes)
  assert.equal((await stemma(['login', '--endpoint', endpoint], { stdin: token })).code, 0)
  const empty = await stemma(['login', '--endpoint', endpoint])
  assert.equal(empty.code, 2)
  assert.match(empty.stderr, /^No token was given/)
  assert.equal(seen.length, 1)
})

test('a token that the server refuses is not saved', async (t) => {
  const { here, endpoint, credentialsFile } = await given(t, routes)
  const { code, stdout, stderr } = await here(['login', '--endpoint', endpoint, '--token', 'stm_other'])
  assert.equal(code, 3)
  assert.equal(stdout, '')
  assert.equal(stderr, 'This token is not valid.\nRequest id: request1\n')
  await assert.rejects(stat(credentialsFile), { code: 'ENOENT' })
})

test('a login replaces the one before, whoever could read that', async (t) => {
  const { here, endpoint, credentialsFile } = await given(t, routes)
  const args = ['login', '--endpoint', endpoint, '--token', token]
  await here(args)
  await chmod(credentialsFile, 0o644)
  await here(args)
  assert.equal((await stat(credentialsFile)).mode & 0o777, 0o600)
})

test('without XDG_CONFIG_HOME the login is saved under the home folder', async (t) => {
  const { stemma, endpoint, home } = await given(t, routes)
  const env = { XDG_CONFIG_HOME: '', STEMMA_TOKEN: token }
  await stemma(['login', '--endpoint', endpoint], { env })
  await stat(join(home, '.config', 'stemma', 'credentials.json'))
})

test('who is signed in needs no options, until logout', async (t) => {
  const { stemma, here, endpoint } = await given(t, routes)
  await stemma(['login', '--endpoint', endpoint, '--token', token])

  const whoami = await stemma(['whoami'])
  assert.equal(whoami.code, 0)
  assert.equal(whoami.stdout, 'ID   NAME      EMAIL\nada  Ada\ufffd[31m  ada@stemma.example\n')
  assert.deepEqual(JSON.parse((await here(['whoami', '--json'])).stdout), ada)

  assert.deepEqual(await here(['logout']), { code: 0, stdout: 'Signed out.\n', stderr: '' })
  assert.equal((await here(['logout'])).stdout, 'You were not signed in.\n')
  assert.deepEqual(JSON.parse((await here(['logout', '--json'])).stdout), { removed: false })
  const after = await here(['whoami'])
  assert.equal(after.code, 3)
  assert.match(after.stderr, /^You are not signed in\. Run stemma login --endpoint URL/)
})

test('a saved token is sent to no other server', async (t) => {
  const [{ here, endpoint }, other] = [await given(t, routes), await given(t, routes)]
  await here(['login', '--endpoint', endpoint, '--token', token])

  const { code, stderr } = await here(['whoami', '--endpoint', other.endpoint])

  assert.equal(code, 3)
  assert.match(stderr, /^You are signed in to /)
  assert.deepEqual(other.seen, [])
  assert.equal((await here(['whoami', '--endpoint', `${endpoint}/`])).code, 0)
  assert.equal((await here(['whoami', '--endpoint', other.endpoint, '--token', token])).code, 0)
})

test('options win over the environment, and the environment over the saved login', async (t) => {
  const { here, endpoint } = await given(t, routes)
  await here(['login', '--endpoint', endpoint, '--token', token])
  const env = { STEMMA_TOKEN: 'stm_other' }
  assert.equal((await here(['whoami'], { env })).code, 3)
  assert.equal((await here(['whoami', '--token', token], { env })).code, 0)
})

test('a damaged login file says what to do', async (t) => {
  const { here, endpoint, credentialsFile } = await given(t, routes)
  await here(['login', '--endpoint', endpoint, '--token', token])
  await writeFile(credentialsFile, `{"token":"${token}"`)
  const { code, stderr } = await here(['whoami'])
  assert.equal(code, 3)
  assert.match(stderr, /is damaged: run stemma logout, then stemma login\.\n$/)
})
