import assert from 'node:assert/strict'
import { test } from 'node:test'
import { corpus } from '../../../test/openapi-corpus.ts'
import { Files } from './reading.ts'

test('every description of the corpus is read, or refused in sentences', async () => {
  const wrong: string[] = []
  for (const { name, text, expected } of corpus) {
    const { became, told } = await read(text)
    if (became !== expected) wrong.push(`${name}: ${became}, ${told.join(' ')}`)
    if (became === 'PARSE_ERROR') assert.ok(told[0], name)
  }
  assert.ok(corpus.length >= 40)
  assert.deepEqual(wrong, [])
})

test('a version is the files as they were written, by their addresses', async () => {
  const files = new Files()
  const root = {
    openapi: '3.0.3',
    info: { title: 'T' },
    paths: { '/a': { $ref: 'paths/a.yaml#/one' }, '/b': { $ref: 'paths/b.yaml' } },
  }
  const first = files.add('https://example.com/api/root.json', JSON.stringify(root))
  assert.deepEqual(first, ['https://example.com/api/paths/a.yaml', 'https://example.com/api/paths/b.yaml'])
  const next = 'one: {get: {responses: {"200": {$ref: "../shared.yaml#/ok"}}}}\n'
  assert.deepEqual(files.add(first[0] ?? '', next), ['https://example.com/api/shared.yaml'])
  files.add(first[1] ?? '', 'get: {responses: {"200": {$ref: "../shared.yaml#/ok"}}}\n')
  files.add('https://example.com/api/shared.yaml', 'ok: {description: Good}\n')
  const outcome = await files.finish(undefined)
  assert.ok('json' in outcome, JSON.stringify(outcome))
  const kept = JSON.parse(outcome.json)
  assert.deepEqual(kept['https://example.com/api/root.json'], root)
  assert.deepEqual(Object.keys(kept).length, 4)
})

test('a Swagger 2.0 document may keep its paths and schemas in other files', async () => {
  const files = new Files()
  const base = 'https://example.com/api/'
  const root = {
    swagger: '2.0',
    info: { title: 'T', version: '1' },
    paths: { '/a': { $ref: 'paths/a.yaml' }, '/b': { get: { responses: { 200: { description: 'x' } } } } },
    definitions: { Tag: { type: 'string' } },
  }
  const [path = ''] = files.add(`${base}root.json`, JSON.stringify(root))
  const text =
    'parameters: [{$ref: "#/x-limit"}]\nx-limit: {name: limit, in: query, type: integer}\n' +
    'get: {responses: {"200": {description: x, schema: {$ref: "../root.json#/definitions/Tag"}}}}\n'
  files.add(path, text)
  const outcome = await files.finish(undefined)
  assert.ok('json' in outcome, JSON.stringify(outcome))
  assert.deepEqual(JSON.parse(outcome.json)[`${base}root.json`], root)
})

test('a refusal says in sentences what is wrong, and where', async () => {
  const told = async (document: object) => {
    const files = new Files()
    files.add('https://example.com/root.json', JSON.stringify(document))
    const outcome = await files.finish(undefined)
    return 'faults' in outcome ? outcome.faults.map(({ message }) => message) : []
  }
  const info = { title: 'T', version: '1' }
  assert.deepEqual(await told({ openapi: '3.0.3', paths: {} }), ['“info” is missing.'])
  const operation = { parameters: [{ in: 'query', name: 'a' }], responses: { 200: { description: 'x' } } }
  assert.deepEqual(await told({ openapi: '3.0.3', info, paths: { '/a': { get: operation } } }), [
    'In paths › /a › get › parameters › 0: “schema” is missing.',
    'In paths › /a › get › parameters › 0: “content” is missing.',
  ])
  const nowhere = { responses: { 200: { $ref: '#/components/responses/Gone' } } }
  assert.deepEqual(await told({ openapi: '3.0.3', info, paths: { '/a': { get: nowhere } } }), [
    '“#/components/responses/Gone” leads to nothing. Correct the reference.',
  ])
  const other = { $ref: 'gone.yaml' }
  assert.deepEqual(await told({ swagger: '2.0', info, paths: {}, definitions: { A: other } }), [
    '“https://example.com/gone.yaml” leads to no file. Correct the reference.',
  ])
})

test('an older standard is compared with a newer one by what it says', async () => {
  const info = { title: 'T', version: '1' }
  const schema = { type: 'object', properties: { name: { type: 'string' } } }
  const old = {
    swagger: '2.0',
    info,
    produces: ['application/json'],
    paths: {
      '/a': {
        get: {
          parameters: [{ name: 'q', in: 'query', type: 'string' }],
          responses: { 200: { description: 'x', schema } },
        },
      },
    },
  }
  const content = { 'application/json': { schema: { ...schema, properties: { name: { type: 'integer' } } } } }
  const parameters = [{ name: 'q', in: 'query', schema: { type: 'string' } }]
  const now = {
    openapi: '3.0.3',
    info,
    paths: { '/a': { get: { parameters, responses: { 200: { description: 'x', content } } } } },
  }
  const files = new Files()
  files.add('root', JSON.stringify(now))
  const outcome = await files.finish(JSON.stringify({ root: old }))
  assert.ok('json' in outcome)
  assert.deepEqual(
    outcome.differences.changes.map(({ type }) => type),
    ['type_changed'],
  )
})

async function read(text: string) {
  const files = new Files()
  try {
    files.add('openapi.json', text)
    const outcome = await files.finish(undefined)
    if ('json' in outcome) return { became: 'version', told: [] }
    return { became: 'PARSE_ERROR', told: outcome.faults.map(({ message }) => message) }
  } catch (error) {
    return { became: 'PARSE_ERROR', told: [String(error)] }
  }
}
