import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { before, test } from 'node:test'
import { givenMember, givenOrganization, givenTeam, type Organization, startServer } from '../test/harness.ts'

const server = await startServer({
  publicUrl: 'https://docs.example.com',
  bodyBytesMax: 10_000,
  hstsSubdomains: true,
})
let organization: Organization
let authorization: string
before(async () => {
  organization = await givenOrganization(server)
  authorization = `Bearer ${organization.admin.secret}`
})

const tokens = '/v1/user/tokens'

test('JSON is read however its content type is written', async () => {
  for (const type of [
    ...[
      'application/json',
      'Application/JSON',
      'APPLICATION/JSON',
      ' application/json',
      '\tapplication/json',
    ],
    ...['application/json ', 'application/json;charset=utf-8', 'application/json ; charset=UTF-8'],
    ...['application/json\t; charset=utf-8', 'application/json;\tx=y; charset="utf-8"', 'application/json;'],
  ]) {
    assert.equal((await post(tokens, '{"label": "one"}', type)).statusCode, 201, JSON.stringify(type))
    const { statusCode, body } = await post(tokens, '{"label": "one", "more": 1}', type)
    assert.equal(statusCode, 400, JSON.stringify(type))
    assert.match(body, /unknown field `more`/)
  }
})

test('a request that names its user is refused with the credentials of anybody else', async () => {
  const { admin } = organization
  const other = await givenMember(server, organization, 'admin')
  const send = (expected: string, secret: string) =>
    server.app.inject({
      method: 'POST',
      url: tokens,
      headers: { authorization: `Bearer ${secret}`, 'stemma-user': expected },
      payload: { label: 'later' },
    })
  assert.equal((await send(admin.id, admin.secret)).statusCode, 201)
  const refused = await send(admin.id, other.secret)
  assert.equal(refused.statusCode, 401)
  assert.deepEqual(refused.json().error.details, { expectedUser: admin.id })
})

test('whatever is not JSON by its content type is refused before it is read', async () => {
  for (const type of [
    ...[
      'text/plain',
      'text/json',
      'application/jsonx',
      'application/vnd.api+json',
      'application',
      '',
      ';',
      '*/*',
    ],
    ...['application/json\ttext/plain', 'application/json text/plain', 'application/json, application/json'],
    ...['application/json,text/plain', 'text/plain, application/json', 'multipart/form-data; boundary=x'],
    ...['application/x-www-form-urlencoded', 'application /json', 'application/ json'],
  ]) {
    const answer = await post(tokens, '{"label": "one"}', type)
    assert.equal(answer.statusCode, 415, JSON.stringify(type))
    assert.equal(answer.json().error.reason, 'unsupported_media_type')
  }
  const headers = { authorization }
  const answer = await server.app.inject({ method: 'POST', url: tokens, headers, payload: Buffer.from('{}') })
  assert.equal(answer.statusCode, 415)
})

test('of two content types the first counts, for reading and for checking', async () => {
  const wrong = '{"label": "one", "more": 1}'
  assert.match(
    await raw(['Content-Type: application/json', 'Content-Type: text/plain'], wrong),
    /^HTTP\/1.1 400/,
  )
  assert.match(
    await raw(['Content-Type: text/plain', 'Content-Type: application/json'], wrong),
    /^HTTP\/1.1 415/,
  )
})

test('a message whose end could be read in two ways is refused', async () => {
  const ends = ['Transfer-Encoding: chunked', 'Content-Length: 7']
  for (const end of ends)
    assert.match(await raw(['Content-Type: application/json', end], '0\r\n\r\n'), /^HTTP\/1.1 400/, end)
})

test('a body that is too large is refused, and told so', async () => {
  const answer = await post(tokens, JSON.stringify({ label: 'x'.repeat(10_000) }))
  assert.equal(answer.statusCode, 413)
  assert.equal(answer.json().error.reason, 'payload_too_large')
})

test('a body may be left out where it is optional, even if its type is named', async () => {
  const team = await givenTeam(server, organization)
  const member = await givenMember(server, organization)
  const url = `/v1/orgs/${organization.id}/teams/${team.id}/members/${member.id}`
  for (const headers of [{ authorization }, { authorization, 'content-type': 'application/json' }]) {
    assert.equal((await server.app.inject({ method: 'PUT', url, headers })).statusCode, 204)
    assert.equal((await server.app.inject({ method: 'PUT', url, headers, payload: '' })).statusCode, 204)
  }
  const headers = { authorization, 'content-type': 'application/json' }
  const malformed = await server.app.inject({ method: 'PUT', url, headers, payload: '{"role": "owner"' })
  assert.equal(malformed.statusCode, 400)
  assert.match(malformed.body, /not JSON/)
})

test('a body that is needed cannot be left out', async () => {
  for (const payload of ['', 'null', '[]', '1', '"text"']) {
    const { statusCode, body } = await post(tokens, payload)
    assert.equal(statusCode, 400, payload)
    assert.match(body, /The body must be object/)
  }
})

test('a body where none belongs is refused', async () => {
  const headers = { authorization, 'content-type': 'application/json' }
  const url = `${tokens}/nothing`
  const refused = await server.app.inject({ method: 'DELETE', url, headers, payload: '{"a": 1}' })
  assert.equal(refused.statusCode, 400)
  assert.match(refused.body, /accepts no body/)
  for (const payload of ['', '{}'])
    assert.equal((await server.app.inject({ method: 'DELETE', url, headers, payload })).statusCode, 204)
})

test('input is discussed only with who may come in', async () => {
  for (const payload of ['{', '{"label": 1}', '{"a": 1, "a": 2}', '[]']) {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer stm_wrong' }
    const stranger = await server.app.inject({ method: 'POST', url: tokens, headers, payload })
    assert.equal(stranger.statusCode, 401, payload)
    assert.equal((await post(tokens, payload)).statusCode, 400, payload)
  }
  const url = '/v1/orgs/not an id'
  assert.equal((await server.app.inject({ url: encodeURI(url) })).statusCode, 401)
})

test('a token is taken from one header of one form', async () => {
  const { secret } = organization.admin
  for (const value of [`Bearer ${secret}`, `bearer ${secret}`, `BEARER ${secret}`])
    assert.equal((await get('/v1/user', { authorization: value })).statusCode, 200, value)
  for (const value of [
    secret,
    `Basic ${secret}`,
    `Bearer  ${secret}`,
    `Bearer ${secret} `,
    `Bearer ${secret}x`,
    '',
  ])
    assert.equal((await get('/v1/user', { authorization: value })).statusCode, 401, value)
  assert.equal((await get(`/v1/user?access_token=${secret}`, {})).statusCode, 401)
})

test('every answer says what browsers may do with it, and which request it belongs to', async () => {
  for (const [url, status] of [
    ['/v1/user', 200],
    ['/v1/orgs/nothing', 404],
    ['/nowhere', 404],
    ['/healthz', 200],
    ['/v1/users/%zz', 400],
    [`/v1/users/${'x'.repeat(3000)}`, 400],
  ] as const) {
    const { headers, statusCode, body } = await get(url, { authorization })
    assert.equal(statusCode, status)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['cache-control'], 'private, no-cache')
    assert.equal(headers['strict-transport-security'], 'max-age=31536000; includeSubDomains')
    assert.match(String(headers.vary), /Authorization/)
    assert.match(String(headers['x-request-id']), /^[\w-]{22}$/)
    if (status >= 400) assert.equal(JSON.parse(body).error.requestId, headers['x-request-id'])
  }
})

test('a request id is ours, whatever the caller sends', async () => {
  const { headers } = await get('/v1/user', { authorization, 'x-request-id': 'mine', 'request-id': 'mine' })
  assert.notEqual(headers['x-request-id'], 'mine')
})

test('a browser may ask from any origin, with the headers that clients send', async () => {
  const asked = { origin: 'https://app.example.com', 'access-control-request-method': 'PATCH' }
  for (const headers of [asked, {}]) {
    const answer = await server.app.inject({ method: 'OPTIONS', url: '/v1/user', headers })
    assert.equal(answer.statusCode, 204)
    assert.equal(answer.headers['access-control-allow-origin'], '*')
    assert.equal(answer.headers['access-control-allow-credentials'], undefined)
    assert.match(String(answer.headers['access-control-allow-methods']), /PATCH/)
    assert.match(
      String(answer.headers['access-control-allow-headers']),
      /authorization.*idempotency-key.*if-match/,
    )
    assert.match(String(answer.headers['x-request-id']), /^[\w-]{22}$/)
  }
  const { headers } = await get('/v1/user', { authorization, origin: 'https://app.example.com' })
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.match(String(headers['access-control-expose-headers']), /etag.*retry-after.*x-request-id/)
})

test('HEAD answers as GET does, without the body', async () => {
  const shown = await get('/v1/user', { authorization })
  const head = await server.app.inject({ method: 'HEAD', url: '/v1/user', headers: { authorization } })
  assert.equal(head.statusCode, 200)
  assert.equal(head.body, '')
  for (const name of ['etag', 'content-type', 'content-length'])
    assert.equal(head.headers[name], shown.headers[name], name)
  const known = { authorization, 'if-none-match': String(shown.headers.etag) }
  assert.equal((await server.app.inject({ method: 'HEAD', url: '/v1/user', headers: known })).statusCode, 304)
  assert.equal((await server.app.inject({ method: 'HEAD', url: '/v1/user' })).statusCode, 401)
})

test('an address or method that is not served answers 404 in the one shape', async () => {
  for (const [method, url] of [
    ['GET', '/nothing'],
    ['GET', '/v1/nothing'],
    ['PUT', '/v1/user'],
    ['TRACE', '/v1/user'],
    ['GET', '/v1/user/'],
    ['GET', '//v1/user'],
    ['GET', '/V1/user'],
  ] as const) {
    const answer = await server.app.inject({ method, url, headers: { authorization } })
    assert.equal(answer.statusCode, 404, `${method} ${url}`)
    const { code, reason, message } = answer.json().error
    const says = `There is no ${method} at this URL. Check the method and the path.`
    assert.deepEqual([code, reason, message], [404, 'not_found', says])
  }
})

test('an address that cannot be read is refused in the one shape', async () => {
  for (const url of ['/v1/users/%zz', `/v1/users/${'x'.repeat(3000)}`]) {
    const answer = await get(url, { authorization })
    assert.ok([400, 404, 414].includes(answer.statusCode))
    assert.equal(answer.json().error.code, answer.statusCode)
    assert.equal(answer.json().error.requestId, answer.headers['x-request-id'])
  }
})

test('bytes that are no request are refused as everything is, and the connection ends', async () => {
  const [start, host] = [`POST ${tokens} HTTP/1.1`, 'Host: test']
  const cases = {
    400: [
      'What is this?',
      [start, host, 'no colon'],
      [start, host, 'Content-Length: 1', 'Content-Length: 2'],
      [start, host, 'Content-Length: 3', 'Transfer-Encoding: chunked'],
      ['BREW / HTTP/1.1', host],
    ],
    431: [
      [start, host, `X-Long: ${'x'.repeat(20_000)}`],
      [`GET /v1/${'x'.repeat(20_000)} HTTP/1.1`, host],
    ],
  }
  for (const [status, requests] of Object.entries(cases)) {
    for (const lines of requests) {
      const answer = await wired(`${[lines].flat().join('\r\n')}\r\n\r\n`)
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      assert.match(head, new RegExp(`^HTTP/1.1 ${status} .*Connection: close$`, 's'))
      assert.equal(JSON.parse(body).error.code, Number(status))
    }
  }
})

test('a name that no database can hold is nobody’s', async () => {
  const { id } = organization
  for (const place of ['orgs', 'spaces', 'collections']) {
    assert.equal((await get(`/v1/${place}/%00`, { authorization })).statusCode, 404, place)
    assert.equal((await get(`/v1/${place}/a%00b`, { authorization })).statusCode, 404, place)
  }
  assert.equal((await get(`/v1/orgs/${id}/sites/%00`, { authorization })).statusCode, 404)
  assert.equal((await get(`/v1/orgs/${id}/teams/%00`, { authorization })).statusCode, 400)
})

function get(url: string, headers: Readonly<Record<string, string>>) {
  return server.app.inject({ url, headers })
}

function post(url: string, payload: string, type = 'application/json') {
  const headers = { authorization, 'content-type': type }
  return server.app.inject({ method: 'POST', url, headers, payload })
}

/** Uses a real socket, which allows duplicate headers. */
function raw(headers: readonly string[], body: string): Promise<string> {
  const fixed = [
    'Host: test',
    `Authorization: ${authorization}`,
    'Connection: close',
    `Content-Length: ${body.length}`,
  ]
  return wired(`POST ${tokens} HTTP/1.1\r\n${[...fixed, ...headers].join('\r\n')}\r\n\r\n${body}`)
}

/** Sends raw bytes and returns the whole response. */
async function wired(bytes: string): Promise<string> {
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' })
  const address = server.app.server.address()
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  return text(socket)
}
