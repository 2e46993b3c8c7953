import { ErrorBody, reasons } from './errors.ts'
import { introduction } from './openapi-document-introduction.ts'
import { asInput, type PlainSchema, schemaCollector } from './openapi-document-schemas.ts'
import { tagOf, tagsOf } from './openapi-document-tags.ts'
import { type Method, type Operation, type Operations, paramNames } from './operation.ts'
import { type ParamName, params } from './params.ts'
import { refusalsOf } from './refusals.ts'

export function openApiDocument(operations: Operations, { version, server = '/' }: DocumentOptions) {
  const { plain, components } = schemaCollector()
  const entries = Object.entries(operations)
  const used = new Set(entries.flatMap(([, operation]) => paramNames(operation.path)))

  const paths = pathItems(entries, plain)
  const responses = generalResponses(plain)
  const parameters = { ...pathParameters(used, plain), ...headerParameters }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stemma',
      version,
      summary: 'Documentation workspaces: spaces, change requests, sites, and the people who work on them.',
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: server }],
    security: [{ bearer: [] }],
    tags: tagsOf(entries.map(([, operation]) => operation.path)),
    paths,
    components: {
      schemas: sorted(components),
      responses,
      parameters,
      headers,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The secret of a token: `stm_…`.' },
      },
    },
  }
}

interface DocumentOptions {
  readonly version: string
  /** The base URL of the paths; a relative one is resolved against the URL of the document. */
  readonly server?: string
}

type Plain = (schema: object) => PlainSchema
type Entry = readonly [id: string, operation: Operation]

/** Sorted by path and method, so that moving an operation to another file doesn't change the document. */
function pathItems(entries: readonly Entry[], plain: Plain) {
  const paths: Record<string, Record<string, object>> = {}
  for (const path of entries.map(([, operation]) => operation.path).sort()) paths[path] = {}
  const reads = new Map(
    entries.flatMap(([, read]) => (read.method === 'GET' ? [[read.path, read] as const] : [])),
  )
  for (const method of methods) {
    for (const [id, operation] of entries) {
      const item = paths[operation.path]
      if (!item || operation.method !== method) continue
      const key = method.toLowerCase()
      if (item[key]) throw new Error(`Two operations are ${method} ${operation.path}.`)
      item[key] = operationObject(id, { ...operation, shownBy: reads.get(operation.path) }, plain)
    }
  }
  return paths
}

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** An operation together with the GET of the same path, which defines its ETag. */
interface Addressed extends Operation {
  readonly shownBy: Operation | undefined
}

function operationObject(id: string, operation: Addressed, plain: Plain) {
  const { body, access, scope, installations, deprecated } = operation
  return {
    operationId: id,
    tags: [tagOf(operation.path)],
    summary: operation.summary,
    description: descriptionOf(operation),
    ...(deprecated !== undefined && { deprecated: true }),
    ...(access.includes('public') && { security: [{}, { bearer: [] }] }),
    parameters: [
      ...paramNames(operation.path).map((name) => ({ $ref: `#/components/parameters/${name}` })),
      ...queryParameters(operation, plain),
      ...headersSent(operation),
    ],
    ...(body && {
      requestBody: {
        ...(operation.bodyOptional !== true && { required: true }),
        content: json(plain(asInput(body))),
      },
    }),
    responses: responsesOf(operation, plain),
    'x-access': access,
    'x-scope': scope,
    ...(installations && { 'x-installation-scopes': installations }),
  }
}

function descriptionOf(operation: Operation): string {
  const { description, also, deprecated, shownOnce, access, scope } = operation
  const shown =
    shownOnce && `Not returned again when an Idempotency-Key replays the response: ${shownOnce.join(', ')}.`
  const callers = `Access: ${access.map((one) => `\`${one}\``).join(' or ')}.`
  const needed =
    scope === null ? "Tokens limited to scopes can't call this operation." : `Scope: \`${scope}\`.`
  const rights = access.includes('public') ? callers : `${callers} ${needed}`
  const parts = [description, also, deprecated && `Deprecated: ${deprecated}.`, shown, rights]
  return parts.filter(Boolean).join('\n\n')
}

function queryParameters({ query }: Operation, plain: Plain) {
  if (!query) return []
  const required = (query.required ?? []) as readonly string[]
  return Object.entries(query.properties).map(([name, value]) => {
    const { description, ...schema } = value as { description?: string; default?: unknown }
    return {
      name,
      in: 'query',
      ...(description && { description }),
      ...(required.includes(name) && schema.default === undefined && { required: true }),
      schema: plain(schema),
    }
  })
}

function headersSent(operation: Addressed) {
  const { method, access, shownBy } = operation
  // Public operations change nothing, so they need neither idempotency nor preconditions.
  const changes = method !== 'GET' && access[0] !== 'public'
  const sent: string[] = []
  if (method === 'GET' && hasETag(operation)) sent.push('IfNoneMatch')
  if (operation.streams) sent.push('LastEventID')
  if (changes && method !== 'DELETE') sent.push('IdempotencyKey')
  if (changes && shownBy && hasETag({ ...shownBy, shownBy })) sent.push('IfMatch')
  return sent.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

function responsesOf(operation: Addressed, plain: Plain) {
  const { method, access, status, returns, errors = [] } = operation
  const answer = returns && plain(returns)
  const tagged = hasETag(operation)
  const sent = {
    ...(status === 201 && { Location: { $ref: '#/components/headers/Location' } }),
    ...(tagged && { ETag: { $ref: '#/components/headers/ETag' } }),
    ...(method === 'GET' && access.some((one) => one.endsWith('audience')) && cacheHeaders),
  }
  const responses: Record<string, object> = {
    [status]: {
      description: descriptions[status],
      ...(Object.keys(sent).length > 0 && { headers: sent }),
      ...(answer && { content: operation.streams ? eventStream(answer) : json(answer) }),
    },
  }
  if (tagged && method === 'GET')
    responses[304] = { description: 'Not modified since the ETag in `If-None-Match`.' }
  if (method === 'DELETE' && status !== 204) responses[204] = { description: 'Already deleted.' }
  const refusals = refusalsOf(operation)
  for (const code of new Set(refusals.map((reason) => reasons[reason]))) {
    const isOwn = errors.some((reason) => reasons[reason] === code)
    const all = new Set(refusals.filter((reason) => reasons[reason] === code))
    responses[code] = isOwn
      ? errorResponse(`Rejected. \`reason\` is ${[...all].map((one) => `\`${one}\``).join(' or ')}.`, plain)
      : { $ref: `#/components/responses/${generalErrors[code]}` }
  }
  return responses
}

const descriptions: Readonly<Record<Operation['status'], string>> = {
  200: 'Success.',
  201: 'Created.',
  204: 'Success. The response has no body.',
  205: 'Deleted.',
}

/** Only a single object in the shape that its own GET returns has an ETag; a list has none. */
function hasETag({ returns, shownBy, streams }: Addressed): boolean {
  if (streams) return false
  const isList = 'items' in ((returns as { properties?: object } | undefined)?.properties ?? {})
  return returns !== undefined && returns === shownBy?.returns && !isList
}

const generalErrors = {
  400: 'BadRequest',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'InProgress',
  412: 'Changed',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  422: 'KeyReused',
  429: 'RateLimited',
  500: 'Internal',
  501: 'NotImplemented',
  503: 'Unavailable',
} as const

function generalResponses(plain: Plain) {
  return {
    BadRequest: errorResponse('The request is invalid. `message` says what to change.', plain),
    Unauthenticated: errorResponse('The token is missing or not valid.', plain),
    Forbidden: errorResponse(
      'You can see this object, but you or your token are not allowed to do this.',
      plain,
    ),
    NotFound: errorResponse("The object doesn't exist, or you don't have access to it.", plain),
    InProgress: errorResponse('A request with the same `Idempotency-Key` is still running.', plain),
    Changed: errorResponse(
      'The object has changed since you read the ETag that you sent as `If-Match`.',
      plain,
    ),
    TooLarge: errorResponse('The request body is larger than this operation allows.', plain),
    UnsupportedMediaType: errorResponse('The request body is not JSON, or is compressed.', plain),
    KeyReused: errorResponse('The `Idempotency-Key` was already used for a different request.', plain),
    RateLimited: errorResponse('Too many requests. Retry after the time in `Retry-After`.', plain),
    Internal: errorResponse('An unexpected error in the server. Report it with the `requestId`.', plain),
    NotImplemented: errorResponse('This server cannot do this. `message` says what to call instead.', plain),
    Unavailable: errorResponse(
      'The server is busy or restarting. Retry after the time in `Retry-After`.',
      plain,
    ),
  }
}

function errorResponse(description: string, plain: Plain) {
  return { description, content: json(plain(ErrorBody)) }
}

function pathParameters(names: ReadonlySet<ParamName>, plain: Plain) {
  const parameters = [...names].sort().map((name) => {
    const { description, ...schema } = params[name] as { description?: string }
    return [
      name,
      { name, in: 'path', required: true, ...(description && { description }), schema: plain(schema) },
    ]
  })
  return Object.fromEntries(parameters) as Record<ParamName, object>
}

const headerParameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes retries safe: for 24 hours, the same request with the same key returns the first response and ' +
      'has no further effect. A different request with the key returns 422. While the first request is ' +
      'still running, the server returns 409.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      "The ETag of your copy. If the object hasn't changed since, the server returns 304 without a body.",
    schema: { type: 'string' },
  },
  LastEventID: {
    name: 'Last-Event-ID',
    in: 'header',
    description:
      'The `id` of the last event that you received. The stream continues after it, without a gap and ' +
      'without repetitions, on any server. Browsers send it by themselves.',
    schema: { type: 'string', maxLength: 200 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag of the version you read. If the object has changed since, the server returns 412.',
    schema: { type: 'string' },
  },
}

const headers = {
  ETag: { description: 'Changes whenever the response does.', schema: { type: 'string' } },
  Location: { description: 'The URL of the created object.', schema: { type: 'string' } },
  CacheTag: {
    description: 'Only with a content token: what the response depends on, separated by commas.',
    schema: { type: 'string' },
  },
  CacheControl: {
    description: 'Only with a content token: how long a renderer can keep the response.',
    schema: { type: 'string' },
  },
}

/** The names that renderers of published sites read. */
const cacheHeaders = {
  'X-GitBook-Cache-Tag': { $ref: '#/components/headers/CacheTag' },
  'X-GitBook-Cache-Control': { $ref: '#/components/headers/CacheControl' },
}

const json = (schema: PlainSchema) => ({ 'application/json': { schema } })

/** OpenAPI 3.1 has no word for the items of a stream, so the schema is that of one event. */
const eventStream = (schema: PlainSchema) => ({ 'text/event-stream': { schema } })

function sorted<T>(map: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)))
}
