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
  const [curl, javascript, python, response] = codes.map(({ code }) => code)
  assert.match(
    curl ?? '',
    /^curl -X PUT 'https:\/\/eu\.example\/pets\/\{id\}\?dry=true' \\\n {2}-H 'Authorization: Bearer <token>'/,
  )
  assert.match(curl ?? '', /"name": "O'\\''Hara"/)
  assert.match(javascript ?? '', /method: "PUT"/)
  assert.match(python ?? '', /requests\.put\(.*json=\{\n {6}"name": "O'Hara",\n {6}"isTame": True,/s)
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

test('a description that is not there says so', () => {
  assert.match(renderMarkdown(operation), /This API description is not available\./)
})
