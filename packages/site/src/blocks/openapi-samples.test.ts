import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { operationAt, resolverOf } from './openapi-document.ts'
import { requestSamples } from './openapi-samples.ts'

const run = promisify(execFile)

/** Tells what it got. */
const echo = createServer(async (request, response) => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  const { method, url, headers } = request
  response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(pieces).toString() }))
})
await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve))
after(() => echo.close())
const server = `http://127.0.0.1:${(echo.address() as AddressInfo).port}/v1`

const hostile = `' " \\ $(id) \`id\` %0A $HOME ü 😀 {{x}} <b> \n\t@file`
const id = { name: 'id', in: 'path', required: true, example: `a/b c?d'${'`'}` }
const tags = { name: 'tag[]', in: 'query', required: true, example: ['a&b', "it's"] }
const header = { name: 'X-Note', in: 'header', required: true, example: `'"$(id)\r\nX-Evil: 1` }
const key = { name: 'key', in: 'query', type: 'apiKey' }
const bodies = {
  json: { 'application/json': { example: { text: hostile, none: null, yes: true, list: [1.5, -0] } } },
  form: { 'application/x-www-form-urlencoded': { example: { 'a=b': hostile, file: '@secret' } } },
  text: { 'text/plain': { example: '@/etc/passwd' } },
  parts: { 'multipart/form-data': { example: { note: '@/etc/passwd', other: 'x' } } },
}
const document = {
  servers: [{ url: server }],
  security: [{ key: [] }],
  components: { securitySchemes: { key } },
  paths: Object.fromEntries(
    Object.entries(bodies).map(([name, content]) => [
      `/${name}/{id}`,
      { post: { parameters: [id, tags, header], requestBody: { content } } },
    ]),
  ),
}

const runners: Readonly<Record<string, (code: string) => Promise<string>>> = {
  curl: async (code) => (await run('sh', ['-c', code.replace('curl ', 'curl -s ')])).stdout,
  JavaScript: async (code) =>
    (await run(process.execPath, ['--input-type=module', '-e', code], { env: {} })).stdout,
  Python: async (code) => (await run('python3', ['-c', code])).stdout,
}

for (const name of Object.keys(bodies)) {
  for (const [language, runner] of Object.entries(runners)) {
    test(`the sample in ${language} sends the request it shows: ${name}`, async (context) => {
      const resolve = resolverOf(document)
      const place = { list: 'paths', name: `/${name}/{id}`, method: 'post' } as const
      const operation = operationAt(document, place)
      assert.ok(operation)
      const sample = requestSamples(operation, resolve).find(({ title }) => title === language)
      assert.ok(sample)
      const output = await runner(sample.code).catch((error: Error) => {
        if (/No module named|ENOENT/.test(error.message)) return undefined
        throw error
      })
      if (output === undefined) return context.skip(`${language} is not installed`)
      const got = JSON.parse(output)
      assert.equal(got.method, 'POST')
      const url = new URL(got.url, server)
      assert.deepEqual(url.pathname.split('/').map(decodeURIComponent), ['', 'v1', name, id.example])
      assert.deepEqual(url.searchParams.getAll('tag[]'), tags.example)
      assert.equal(url.searchParams.get('key'), 'YOUR_KEY')
      assert.equal(got.headers['x-note'], `'"$(id) X-Evil: 1`)
      assert.equal(got.headers['x-evil'], undefined)
      requireBody(name, got)
    })
  }
}

function requireBody(name: string, got: { readonly body: string; readonly headers: Record<string, string> }) {
  if (name === 'json')
    assert.deepEqual(JSON.parse(got.body), { text: hostile, none: null, yes: true, list: [1.5, 0] })
  if (name === 'text') assert.equal(got.body, '@/etc/passwd')
  if (name === 'form')
    assert.deepEqual(
      [...new URLSearchParams(got.body)],
      [
        ['a=b', hostile],
        ['file', '@secret'],
      ],
    )
  if (name === 'parts') {
    assert.match(got.headers['content-type'] ?? '', /^multipart\/form-data; boundary=/)
    assert.match(got.body, /name="note"\r\n\r\n@\/etc\/passwd\r\n/)
  }
}

test('the sample in Go quotes what its source would read', () => {
  const place = { list: 'paths', name: '/json/{id}', method: 'post' } as const
  const operation = operationAt(document, place)
  assert.ok(operation)
  const go = requestSamples(operation, resolverOf(document)).find(({ title }) => title === 'Go')?.code ?? ''
  assert.match(go, /strings\.NewReader\("\{\\n {2}\\"text\\": /)
  assert.match(go, /request\.Header\.Set\("X-Note", "'\\"\$\(id\) X-Evil: 1"\)/)
})
