import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDocument } from '@stemma/content'
import { renderMarkdown } from '../test/render.ts'
import { codesIn } from './index.ts'

const document = {
  servers: [{ url: 'https://{region}.example/', variables: { region: { default: 'eu' } } }],
  security: [{ token: [] }],
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Pet: {
        type: 'object',
        description: 'An <b>animal</b> with a `name`.',
        required: ['name'],
        properties: {
          name: { type: 'string', maxLength: 64, example: "O'Hara" },
          isTame: { type: 'boolean' },
          state: { type: 'string', enum: ['new', 'sold'], default: 'new' },
          friend: { $ref: '#/components/schemas/Pet' },
        },
      },
      Loop: { $ref: '#/components/schemas/Loop' },
    },
  },
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      put: {
        summary: 'Replace a pet',
        parameters: [{ name: 'dry', in: 'query', required: true, schema: { type: 'boolean' } }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
        responses: {
          200: {
            description: 'Replaced.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
          404: { description: 'Missing.' },
        },
      },
    },
  },
  webhooks: { sold: { post: { summary: 'A pet was sold', responses: {} } } },
}
const openapi = (spec: string) => (spec === 'pets' ? document : undefined)
const operation =
  '{% openapi-operation spec="pets" path="/pets/{id}" method="put" %}\n[x](y)\n{% endopenapi-operation %}\n'

test('an operation has its method, URL, parameters, body and responses', () => {
  const html = renderMarkdown(operation, { openapi })
  assert.match(html, /<h2 id="put-pets-id">Replace a pet<\/h2>/)
  assert.match(html, /<span class="openapi-method tone-warning">PUT<\/span>/)
  assert.match(html, /<span>https:\/\/eu\.example<\/span>\/pets\/\{id\}<\/code>/)
  assert.match(html, /<h3>Path parameters<\/h3>.*<code>id<\/code><span>integer<\/span>/)
  assert.match(html, /<code>name<\/code><span>string<\/span><span class="openapi-required">required</)
  assert.match(html, /<code>maxLength: 64<\/code>/)
  assert.match(html, /Allowed values: <code>new<\/code> <code>sold<\/code>/)
  assert.match(html, /<details open><summary class="openapi-response">.*200.*Replaced\./)
  assert.match(html, /<div class="openapi-response">.*404.*Missing\./)
})

test('samples are found before the page is drawn, and quote what the shell would read', () => {
  const codes = codesIn(parseDocument(operation).tree.nodes, undefined, openapi)
  const [curl, javascript, python, go, response] = codes.map(({ code }) => code)
  assert.match(
    curl ?? '',
    /^curl -X PUT 'https:\/\/eu\.example\/pets\/1\?dry=true' \\\n {2}-H 'Authorization: Bearer YOUR_TOKEN'/,
  )
  assert.match(curl ?? '', /"name": "O'\\''Hara"/)
  assert.match(javascript ?? '', /method: "PUT"/)
  assert.match(
    python ?? '',
    /requests\.request\(\n {4}"PUT".*json=\{\n {6}"name": "O'Hara",\n {6}"isTame": True,/s,
  )
  assert.match(go ?? '', /http\.NewRequest\("PUT", "https:\/\/eu\.example\/pets\/1\?dry=true", body\)/)
  assert.match(response ?? '', /"state": "new"/)
})

test('schemas within themselves end, and descriptions are Markdown without unknown HTML', () => {
  const schemas =
    '{% openapi-schemas spec="pets" schemas="Pet,Loop,constructor" %}\n[x](y)\n{% endopenapi-schemas %}\n'
  const html = renderMarkdown(schemas, { openapi })
  assert.match(html, /<h3>Pet<\/h3><p>An <strong>animal<\/strong> with a <code>name<\/code>\.<\/p>/)
  assert.match(html, /<h3>Loop<\/h3>/)
  assert.doesNotMatch(html, /constructor/)
})

test('a webhook is drawn without a server', () => {
  const html = renderMarkdown('{% openapi-webhook spec="pets" name="sold" method="post" %}\n', { openapi })
  assert.match(html, /<h2 id="post-sold">A pet was sold<\/h2>/)
})

test('a description shows no other description, and not itself', () => {
  const code = '[x](javascript:alert(1)) <script>alert(2)</script>'
  const evil = `Before {% if true %}\n\n${operation}\n{% endif %}\n\n${code}`
  const paths = { '/pets/{id}': { put: { summary: 'Replace', description: evil, responses: {} } } }
  const html = renderMarkdown(operation, { openapi: () => ({ paths }) })
  assert.equal(html.match(/class="openapi"/g)?.length, 1)
  assert.doesNotMatch(html, /<script|href="javascript/)
})

test('what a schema may be is said: alternatives, null, maps, constants and limits', () => {
  const node = { $ref: '#/components/schemas/Node' }
  const schemas = {
    Node: {
      properties: {
        children: { type: 'array', items: node },
        byName: { type: 'object', additionalProperties: node },
        value: { type: ['string', 'null'], exclusiveMinimum: 1, const: 'x' },
        old: { type: 'string', nullable: true, readOnly: true },
        either: { oneOf: [node, { title: 'Leaf', properties: { leaf: { type: 'boolean' } } }] },
        many: { enum: Array.from({ length: 5000 }, (_, at) => `value-${at}`) },
        named: { $ref: '#/components/schemas/Name', description: 'Said here.' },
      },
      allOf: [{ allOf: [{ properties: { deep: { type: 'integer' } } }, node] }],
    },
    Name: { type: 'string', description: 'Said there.' },
  }
  const tag = '{% openapi-schemas spec="x" schemas="Node" %}\n[x](y)\n{% endopenapi-schemas %}\n'
  const html = renderMarkdown(tag, { openapi: () => ({ components: { schemas } }) })
  for (const said of [
    '<code>children</code><span>object[]</span>',
    '<code>byName</code><span>map&#60;string, object&#62;</span>',
    '<code>value</code><span>string | null</span>',
    '<code>exclusiveMinimum: 1</code>',
    '<code>old</code><span>string | null</span><span>readOnly</span>',
    'One of <code>Leaf</code>',
    '<code>value-49</code> … (+4950)',
    '<code>deep</code><span>integer</span>',
    'Said here.',
  ]) {
    assert.ok(html.includes(said), said)
  }
  assert.doesNotMatch(html, /Said there/)
})

test('a description that is not there says so', () => {
  assert.match(renderMarkdown(operation), /This API description is not available\./)
})
