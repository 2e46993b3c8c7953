import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { given, list, refusal, token } from './test/harness.ts'

const acme = { object: 'organization', id: 'acme', title: 'Acme' }
const zenith = { object: 'organization', id: 'z', title: 'Zenith 🚀 Labs' }
const member = (id: string, role: string | null, email?: string) => ({
  object: 'member',
  id,
  role,
  user: { object: 'user', id, displayName: `The ${id}`, email },
  joinedAt: '2026-11-15T10:00:00.000Z',
})
const handbook = { object: 'space', id: 's1', title: 'Handbook', organization: 'acme' }
const editors = { object: 'team', id: 't1', title: 'Editors\nand more', members: 12, spaces: 3 }
const oneOrganization = { 'GET /v1/orgs?limit=2': list(acme) }

test('orgs lists the organizations of all pages in an aligned table', async (t) => {
  const { stemma, account: env } = await given(t, {
    'GET /v1/orgs?limit=1000': { json: { items: [acme], count: 2, next: { page: 'p2' } } },
    'GET /v1/orgs?limit=1000&page=p2': { json: { items: [zenith], count: 2 } },
  })
  assert.deepEqual(await stemma(['orgs'], { env }), {
    code: 0,
    stdout: 'ID    TITLE\nacme  Acme\nz     Zenith 🚀 Labs\n',
    stderr: '',
  })
  assert.deepEqual(JSON.parse((await stemma(['orgs', '--json'], { env })).stdout), [acme, zenith])
})

test('members can be narrowed by role and by text', async (t) => {
  const { here, account: env } = await given(t, {
    'GET /v1/orgs/acme/members?limit=1000': list(member('ada', 'admin', 'a@b.example'), member('bo', null)),
    'GET /v1/orgs/acme/members?limit=1000&role=guest&search=b+o': list(member('bo', null)),
  })
  assert.equal(
    (await here(['members', '--org', 'acme'], { env })).stdout,
    [
      'ID   NAME     EMAIL        ROLE   JOINED',
      'ada  The ada  a@b.example  admin  2026-11-15',
      'bo   The bo   -            guest  2026-11-15',
      '',
    ].join('\n'),
  )
  const narrowed = await here(['members', '--org', 'acme', '--role', 'guest', '--search', 'b o', '--json'], {
    env,
  })
  assert.deepEqual(JSON.parse(narrowed.stdout), [member('bo', null)].map(asJson))
})

test('teams can be narrowed by title', async (t) => {
  const { here, account: env } = await given(t, {
    'GET /v1/orgs/acme/teams?limit=1000&title=edit': list(editors),
    'GET /v1/orgs/acme/teams?limit=1000': list(),
  })
  assert.equal(
    (await here(['teams', '--org', 'acme', '--title', 'edit'], { env })).stdout,
    'ID  TITLE             MEMBERS  SPACES\nt1  Editors\ufffdand more  12       3\n',
  )
  assert.equal((await here(['teams', '--org', 'acme'], { env })).stdout, 'ID  TITLE  MEMBERS  SPACES\n')
  assert.equal((await here(['teams', '--org', 'acme', '--json'], { env })).stdout, '[]\n')
})

test('the organization need not be named when there is one only', async (t) => {
  const teams = { 'GET /v1/orgs/acme/teams?limit=1000': list(editors) }
  const { here, account: env, seen } = await given(t, { ...oneOrganization, ...teams })
  assert.equal((await here(['teams'], { env })).code, 0)
  assert.deepEqual(seen, ['GET /v1/orgs?limit=2', 'GET /v1/orgs/acme/teams?limit=1000'])
})

test('among several organizations one has to be named', async (t) => {
  const { here, account: env } = await given(t, { 'GET /v1/orgs?limit=2': list(acme, zenith) })
  const { code, stdout, stderr } = await here(['members'], { env })
  assert.equal(code, 2)
  assert.equal(stdout, '')
  assert.equal(stderr, 'You are in 2 organizations: name one with --org ID. stemma orgs lists them.\n')
})

test('somebody in no organization is told so', async (t) => {
  const { here, account: env } = await given(t, { 'GET /v1/orgs?limit=2': list() })
  assert.deepEqual(await here(['teams'], { env }), {
    code: 4,
    stdout: '',
    stderr: 'You are not in any organization. Ask an admin of one to invite you.\n',
  })
})

test('a refusal prints the sentence of the server and the request id', async (t) => {
  const sentence = 'Ask an admin\u001b[2J for the right to read.'
  const { stemma, account: env } = await given(t, {
    'GET /v1/orgs/acme/teams?limit=1000': refusal(403, sentence),
  })
  assert.deepEqual(await stemma(['teams', '--org', 'acme', '--json'], { env }), {
    code: 1,
    stdout: '',
    stderr: 'Ask an admin\ufffd[2J for the right to read.\nRequest id: request1\n',
  })
})

test('a server that does not answer is a failure with a sentence', async (t) => {
  const { here } = await given(t)
  const endpoint = await closedEndpoint()
  assert.deepEqual(await here(['orgs', '--endpoint', endpoint, '--token', token]), {
    code: 6,
    stdout: '',
    stderr: `No answer from ${endpoint}: connect ECONNREFUSED ${endpoint.slice('http://'.length)}.
Check --endpoint, and that the server is running.\n`,
  })
})

test('a file that is not there, or is a folder, is named with what to do', async (t) => {
  const { here, home, account: env } = await given(t, { 'GET /v1/spaces/s1': { json: handbook } })
  const imported = (file: string) => here(['import', file, '--space', 's1'], { env })
  assert.deepEqual(await imported('/nowhere/a.md'), {
    code: 1,
    stdout: '',
    stderr: '/nowhere/a.md: there is no such file or folder. Check the name.\n',
  })
  assert.equal((await imported(home)).code, 1)
  assert.equal(
    (await imported('https://docs.example.com')).stderr.split(':')[0],
    'To import a website, use --url',
  )
})

test('an address of a file that does not answer is told as a server is that does not', async (t) => {
  const gone = await closedEndpoint()
  const {
    here,
    home,
    account: env,
  } = await given(t, {
    'GET /v1/spaces/s1': { json: handbook },
    'GET /v1/spaces/s1/content/export': { json: { url: `${gone}/export.zip`, hash: 'h' } },
  })
  const { code, stderr } = await here(['export', 's1', `${home}/handbook.zip`], { env })
  assert.equal(code, 6)
  assert.ok(stderr.startsWith(`No answer from ${gone}: connect ECONNREFUSED`), stderr)
})

test('an export has the layout that was asked for', async (t) => {
  const answer = { json: { url: `${await closedEndpoint()}/export.zip`, hash: 'h' } }
  const routes = { 'GET /v1/spaces/s1': { json: handbook } }
  const asked = async (route: string, ...options: readonly string[]) => {
    const { here, home, account: env } = await given(t, { ...routes, [route]: answer })
    return (await here(['export', 's1', `${home}/handbook.zip`, ...options], { env })).code
  }
  assert.equal(await asked('GET /v1/spaces/s1/content/export?layout=files', '--layout', 'files'), 6)
  assert.equal(await asked('GET /v1/spaces/s1/content/export'), 6)
  assert.equal(await asked('GET /v1/spaces/s1/content/export', '--layout', 'pages'), 2)
})

test('a path with dots is wrong usage, not another address', async (t) => {
  const { here, account: env } = await given(t, { 'GET /v1/spaces/s1': { json: handbook } })
  for (const path of ['..', 'guides/../start', './start']) {
    const { code, stderr } = await here(['pages', 'view', path, '--space', 's1'], { env })
    assert.equal(code, 2)
    assert.match(stderr, /^A path cannot contain \. or \.\. as a part\./)
  }
})

test('wrong usage exits with 2', async (t) => {
  const { stemma } = await given(t)
  const { code, stdout, stderr } = await stemma(['teams', '--role', 'admin'])
  assert.equal(code, 2)
  assert.equal(stdout, '')
  assert.equal(stderr, 'There is no option --role. See: stemma teams --help\n')
})

test('--version prints the version', async (t) => {
  const { stemma } = await given(t)
  assert.match((await stemma(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/)
})

const asJson = (value: unknown) => JSON.parse(JSON.stringify(value))

/** The URL of a server that is no longer running. */
async function closedEndpoint() {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await once(server.close(), 'close')
  return `http://127.0.0.1:${port}`
}
