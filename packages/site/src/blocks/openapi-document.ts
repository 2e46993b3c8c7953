import { recordOf } from './data.ts'

export type Tree = Readonly<Record<string, unknown>>

/** An operation with everything that applies to it. */
export interface Operation {
  readonly method: string
  readonly path: string
  readonly server: string
  readonly title: string
  readonly description: string | undefined
  readonly isDeprecated: boolean
  readonly parameters: readonly Tree[]
  readonly body: Content | undefined
  readonly isBodyRequired: boolean
  readonly responses: readonly Response[]
  readonly security: readonly Tree[]
}

export interface Response {
  readonly status: string
  readonly description: string | undefined
  readonly content: Content | undefined
}

export interface Content {
  readonly type: string
  readonly schema: Tree
  readonly example: unknown
}

/** Follows references within the document, which lead to `#/…`. Anything that leads elsewhere is empty. */
export type Resolve = (part: unknown) => Tree

export function resolverOf(document: unknown): Resolve {
  return (part) => {
    let value = recordOf(part)
    for (let steps = 0; typeof value.$ref === 'string'; steps++) {
      if (steps > referencesMax || !value.$ref.startsWith('#/')) return {}
      value = partAt(document, value.$ref)
    }
    return value
  }
}

const referencesMax = 20

function partAt(document: unknown, pointer: string): Tree {
  const steps = pointer
    .slice(2)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const part = steps.reduce<unknown>((value, step) => own(value, decoded(step)), document)
  return recordOf(part)
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

/** A field that the document has itself: names come from authors. */
export function own(value: unknown, name: string): unknown {
  const record = recordOf(value)
  return Object.hasOwn(record, name) ? record[name] : undefined
}

/** An operation or a webhook of a document; `undefined` if there is none. */
export function operationAt(
  document: unknown,
  place: { readonly list: 'paths' | 'webhooks'; readonly name: string; readonly method: string },
): Operation | undefined {
  const resolve = resolverOf(document)
  const item = resolve(own(own(document, place.list), place.name))
  const method = place.method.toLowerCase()
  const found = methods.includes(method) ? own(item, method) : undefined
  if (found === undefined) return undefined
  const operation = recordOf(found)
  const body = resolve(operation.requestBody)
  return {
    method,
    path: place.name,
    server:
      place.list === 'paths' ? serverOf(operation.servers ?? item.servers ?? own(document, 'servers')) : '',
    title: textOf(operation.summary) ?? `${method.toUpperCase()} ${place.name}`,
    description: textOf(operation.description),
    isDeprecated: operation.deprecated === true,
    parameters: parametersOf([...listOf(operation.parameters), ...listOf(item.parameters)].map(resolve)),
    body: contentOf(body, resolve),
    isBodyRequired: body.required === true,
    responses: Object.entries(recordOf(operation.responses)).map(([status, part]) => {
      const response = resolve(part)
      return { status, description: textOf(response.description), content: contentOf(response, resolve) }
    }),
    security: securityOf(document, operation, resolve),
  }
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Parameters of the operation come first and replace those of its path. */
function parametersOf(all: readonly Tree[]): readonly Tree[] {
  const named = all.filter(({ name }) => typeof name === 'string')
  return named.filter(
    (one, at) => named.findIndex((other) => other.name === one.name && other.in === one.in) === at,
  )
}

/** The first server, with the defaults of its variables. */
function serverOf(servers: unknown): string {
  const server = recordOf(listOf(servers)[0])
  const url = textOf(server.url) ?? ''
  const filled = url.replaceAll(/\{([^{}]{1,100})\}/g, (written, name: string) =>
    String(own(own(own(server, 'variables'), name), 'default') ?? written),
  )
  return filled.replace(/\/$/, '')
}

/** The content in JSON, or else the first. */
function contentOf(part: Tree, resolve: Resolve): Content | undefined {
  const all = Object.entries(recordOf(part.content))
  const [type, value] = all.find(([name]) => /json/.test(name)) ?? all[0] ?? []
  if (type === undefined) return undefined
  const content = recordOf(value)
  const [example] = Object.values(recordOf(content.examples))
  return {
    type,
    schema: recordOf(content.schema),
    example: content.example ?? (example === undefined ? undefined : resolve(example).value),
  }
}

/** The schemes of the first way to sign in. */
function securityOf(document: unknown, operation: Tree, resolve: Resolve): readonly Tree[] {
  const [first] = listOf(operation.security ?? own(document, 'security'))
  const schemes = own(own(document, 'components'), 'securitySchemes')
  return Object.keys(recordOf(first)).map((name) => resolve(own(schemes, name)))
}
