/** A small API description and its expected result: a version, or an error. */
export interface Sample {
  readonly name: string
  readonly text: string
  readonly expected: 'version' | 'PARSE_ERROR'
}

const info = { title: 'T', version: '1' }
const ok = { '200': { description: 'Good' } }
const get = (operation: object = {}) => ({ '/a': { get: { responses: ok, ...operation } } })
const v2 = (rest: object = {}) => ({ swagger: '2.0', info, paths: {}, ...rest })
const v30 = (rest: object = {}) => ({ openapi: '3.0.3', info, paths: {}, ...rest })
const v31 = (rest: object = {}) => ({ openapi: '3.1.0', info, paths: {}, ...rest })
const schemas = (all: object) => ({ components: { schemas: all } })
const body = (schema: object) => ({ requestBody: { content: { 'application/json': { schema } } } })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }

const good: Readonly<Record<string, object | string>> = {
  'swagger 2.0, empty': v2(),
  'swagger 2.0 with definitions': v2({
    paths: {
      '/a': { get: { responses: { '200': { description: 'x', schema: { $ref: '#/definitions/A' } } } } },
    },
    definitions: { A: { type: 'object', properties: { b: { type: 'string' } } } },
  }),
  'swagger 2.0 with a body': v2({
    paths: {
      '/a': { post: { parameters: [{ in: 'body', name: 'b', schema: { type: 'object' } }], responses: ok } },
    },
  }),
  'swagger 2.0 with a file': v2({
    paths: {
      '/a': {
        post: {
          consumes: ['multipart/form-data'],
          parameters: [{ in: 'formData', name: 'f', type: 'file' }],
          responses: ok,
        },
      },
    },
  }),
  'swagger 2.0 with security': v2({
    securityDefinitions: { key: { type: 'apiKey', name: 'k', in: 'header' } },
  }),
  '3.0.0, empty': v30({ openapi: '3.0.0' }),
  '3.0.4, empty': v30({ openapi: '3.0.4' }),
  '3.0 with an operation': v30({ paths: get() }),
  '3.0 with a parameter': v30({ paths: { '/a/{id}': { parameters: [id], get: { responses: ok } } } }),
  '3.0 nullable': v30(schemas({ A: { type: 'string', nullable: true } })),
  '3.0 one of, with a discriminator': v30(
    schemas({
      A: { oneOf: [ref('B'), ref('C')], discriminator: { propertyName: 'kind' } },
      B: { type: 'object', properties: { kind: { type: 'string' } } },
      C: { type: 'object', properties: { kind: { type: 'string' } } },
    }),
  ),
  '3.0 circular schema': v30(schemas({ A: { type: 'object', properties: { next: ref('A') } } })),
  '3.0 circular through two': v30(
    schemas({
      A: { type: 'object', properties: { b: ref('B') } },
      B: { type: 'object', properties: { a: { type: 'array', items: ref('A') } } },
    }),
  ),
  '3.0 circular through allOf': v30(
    schemas({ A: { allOf: [{ type: 'object', properties: { a: ref('A') } }] } }),
  ),
  '3.0 with callbacks': v30({
    paths: get({ callbacks: { done: { '{$request.body#/url}': { post: { responses: ok } } } } }),
  }),
  '3.0 with links': v30({
    paths: get({
      operationId: 'a',
      responses: { '200': { description: 'x', links: { l: { operationId: 'a' } } } },
    }),
  }),
  '3.0 with servers and tags': v30({
    servers: [{ url: 'https://{x}.example.com', variables: { x: { default: 'y' } } }],
    tags: [{ name: 'a' }],
  }),
  '3.0 with extensions': v30({ 'x-own': { any: ['thing'] } }),
  '3.1 without paths': { openapi: '3.1.0', info, components: {} },
  '3.1 with webhooks': { openapi: '3.1.0', info, webhooks: { w: { post: { responses: ok } } } },
  '3.1 type lists': v31(schemas({ A: { type: ['string', 'null'] } })),
  '3.1 boolean schemas': v31(schemas({ A: true, B: false })),
  '3.1 with its dialect': v31({ jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base' }),
  '3.1 with another dialect': v31({ jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema' }),
  '3.1 const, if, prefixItems': v31(
    schemas({
      A: { const: 1 },
      B: { if: { type: 'string' }, else: { minimum: 1 } },
      C: { prefixItems: [{}] },
    }),
  ),
  '3.1 $defs': v31(schemas({ A: { $defs: { b: { type: 'string' } }, type: 'object' } })),
  '3.1 a reference with a summary': v31({
    paths: get({ parameters: [{ $ref: '#/components/parameters/p', description: 'Own' }] }),
    components: { parameters: { p: { name: 'p', in: 'query', schema: {} } } },
  }),
  '3.1 a licence by identifier': v31({ info: { ...info, license: { name: 'MIT', identifier: 'MIT' } } }),
  '3.1 components of path items': v31({ components: { pathItems: { p: { get: { responses: ok } } } } }),
  'a reference to itself, which says nothing': v30(schemas({ A: ref('A') })),
  'a reference with escapes': v30({
    paths: { '/a/b': { get: { ...body({ $ref: '#/components/schemas/x.y' }), responses: ok } } },
    ...schemas({ 'x.y': { type: 'string' } }),
  }),
  'without a version of its own': v30({ info: { title: 'T' } }),
  'in YAML': 'openapi: 3.0.3\ninfo:\n  title: T\n  version: "1"\npaths: {}\n',
  'in YAML with anchors':
    'openapi: 3.0.3\ninfo: {title: T, version: "1"}\n' +
    'paths: {/a: {get: &g {responses: {"200": {description: x}}}, put: *g}}\n',
  'in YAML with comments and dates':
    '# Ours\nopenapi: 3.0.3\ninfo: {title: 2020-01-01 on, version: "1"}\npaths: {}\n',
  'huge: two thousand paths': v30({
    paths: Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`/p${at}`, get()['/a']])),
  }),
  'names of prototypes': v30({
    paths: { '/constructor': get()['/a'] },
    ...schemas({ toString: { type: 'string' } }),
  }),
}

const bad: Readonly<Record<string, object | string>> = {
  'spaces alone': '  \n ',
  'a word': 'hello',
  'a number': '42',
  'a list': '[]',
  'a list that says it is the first file': '[{"isEntrypoint": true, "specification": {"openapi": "3.0.0"}}]',
  'broken JSON': '{"openapi": "3.0.3",',
  'broken YAML': 'openapi: 3.0.3\n  info: [\n',
  'a page of HTML': '<!doctype html><html><body>Not found</body></html>',
  'no version of the standard': { info, paths: {} },
  'an unknown version': { openapi: '4.0.0', info, paths: {} },
  'a version as a number': 'openapi: 3.0\ninfo: {title: T, version: "1"}\npaths: {}\n',
  'swagger 1.2': { swagger: '1.2', info, paths: {} },
  '3.0 without info': { openapi: '3.0.3', paths: {} },
  '3.0 without paths': { openapi: '3.0.3', info },
  'paths without a slash': v30({ paths: { a: { get: { responses: ok } } } }),
  'an operation without responses': v30({ paths: { '/a': { get: {} } } }),
  'a response without a description': v30({ paths: { '/a': { get: { responses: { '200': {} } } } } }),
  'a parameter nowhere': v30({ paths: get({ parameters: [{ name: 'p', in: 'nowhere', schema: {} }] }) }),
  'a path without its parameter': v30({ paths: { '/a/{id}': { get: { responses: ok } } } }),
  'a reference to nothing': v30({ paths: get({ ...body(ref('Nothing')) }) }),
  'nested without end': `{"openapi":"3.0.3","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
  'anchors that multiply':
    'a: &a [x,x,x,x,x,x,x,x,x]\n' +
    'bcdefghi'.replace(/./g, (name) => {
      const before = String.fromCharCode(name.charCodeAt(0) - 1)
      return `${name}: &${name} [${Array(9).fill(`*${before}`).join(',')}]\n`
    }),
  'an anchor in itself': 'openapi: 3.0.3\ninfo: &i\n  title: T\n  version: "1"\n  x: *i\npaths: {}\n',
}

export const corpus: readonly Sample[] = [...samplesOf(good, 'version'), ...samplesOf(bad, 'PARSE_ERROR')]

function samplesOf(all: typeof good, expected: Sample['expected']): Sample[] {
  return Object.entries(all).map(([name, text]) => ({
    name,
    text: typeof text === 'string' ? text : JSON.stringify(text),
    expected,
  }))
}
