/** A valid OpenAPI 3.1 document with this many operations, in groups of twenty. */
export function largeDocument(operations: number): object {
  const numbers = Array.from({ length: operations }, (_, at) => at)
  return {
    openapi: '3.1.0',
    info: { title: 'A large API', version: '1.0.0' },
    servers: [{ url: 'https://api.example/v1' }],
    security: [{ token: [] }],
    tags: numbers.filter((at) => at % 20 === 0).map((at) => ({ name: `group ${at / 20}` })),
    paths: Object.fromEntries(numbers.map((at) => [`/things-${at}/{id}`, itemOf(at)])),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries([...numbers.map((at) => [`Thing${at}`, thingOf(at)]), ['Fault', fault]]),
    },
  }
}

function itemOf(at: number) {
  const thing = { $ref: `#/components/schemas/Thing${at}` }
  return {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
    [at % 2 === 0 ? 'get' : 'put']: {
      operationId: `operate${at}`,
      summary: `Operate on thing ${at}`,
      description: `Returns the thing with the number **${at}**, as it is now. See [the guide](https://example.com).`,
      tags: [`group ${Math.floor(at / 20)}`],
      parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } }],
      ...(at % 2 === 1 && { requestBody: { content: { 'application/json': { schema: thing } } } }),
      responses: {
        200: { description: 'The thing.', content: { 'application/json': { schema: thing } } },
        404: { description: 'It is not there.', content: { 'application/json': { schema: faultReference } } },
      },
    },
  }
}

/** Every thing has another one inside, which has itself inside after three steps. */
function thingOf(at: number) {
  return {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'string', format: 'uuid', description: 'What identifies it.' },
      name: { type: 'string', maxLength: 100, description: 'What people call it.', example: `Thing ${at}` },
      state: { type: 'string', enum: ['new', 'open', 'closed'], default: 'new' },
      tags: { type: 'array', items: { type: 'string' } },
      next: { $ref: `#/components/schemas/Thing${(at + 1) % 3}` },
    },
  }
}

const faultReference = { $ref: '#/components/schemas/Fault' }
const fault = {
  type: 'object',
  properties: { code: { type: 'integer' }, message: { type: ['string', 'null'] } },
}
