import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bundled, withOwnParts } from './bundling.ts'
import { isRecord, type Tree } from './tree.ts'

const address = (name: string) => `https://example.com/api/${name}`
const info = { title: 'Pets', version: '1' }

test('the paths, parameters and responses of Swagger 2.0 are in place, whichever file they are in', () => {
  const files = {
    [address('root.json')]: {
      swagger: '2.0',
      info,
      paths: { '/pets': { $ref: 'paths/pets.json' } },
      definitions: { Tag: { type: 'string' } },
    },
    [address('paths/pets.json')]: {
      parameters: [{ $ref: '../shared.json#/tenant' }],
      get: {
        parameters: [{ $ref: '../shared.json#/limit' }],
        responses: { 200: { $ref: '../shared.json#/pets' }, 404: { description: 'Gone' } },
      },
    },
    [address('shared.json')]: {
      tenant: { name: 'tenant', in: 'header', type: 'string' },
      limit: { name: 'limit', in: 'query', type: 'integer' },
      pets: { description: 'Pets', schema: { items: { $ref: 'root.json#/definitions/Tag' } } },
    },
  }
  const { paths } = withOwnParts(bundled(files))
  assert.ok(isRecord(paths))
  assert.deepEqual(paths['/pets'], {
    parameters: [{ name: 'tenant', in: 'header', type: 'string' }],
    get: {
      parameters: [{ name: 'limit', in: 'query', type: 'integer' }],
      responses: {
        200: { description: 'Pets', schema: { items: { $ref: '#/definitions/Tag' } } },
        404: { description: 'Gone' },
      },
    },
  })
})

test('a part that leads nowhere, or in circles, stays as it is', () => {
  const item: Tree = { $ref: 'other.json' }
  const files = {
    [address('root.json')]: { swagger: '2.0', info, paths: { '/a': item, '/b': { $ref: '#/paths/~1b' } } },
    [address('third.json')]: {},
  }
  assert.deepEqual(withOwnParts(bundled(files)).paths, { '/a': item, '/b': { $ref: '#/paths/~1b' } })
})
