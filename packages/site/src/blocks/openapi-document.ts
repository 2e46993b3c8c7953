import { recordOf } from './data.ts'

export type Tree = Readonly<Record<string, unknown>>

/** An operation with everything that applies to it. */
export interface Operation {
  readonly method: string
  readonly path: string
  /** Absent for a webhook, which is sent to wherever its receiver is. */
  readonly server: string | undefined
  readonly title: string
  readonly description: string | undefined
  readonly isDeprecated: boolean
  readonly parameters: readonly Tree[]
  readonly body: Content | undefined
  readonly isBodyRequired: boolean
  readonly responses: readonly Response[]
  readonly security: readonly Security[]
}

/** A scheme with which a caller identifies. Those of the same way are needed together. */
interface Security {
  readonly way: number
  readonly name: string
  readonly scheme: Tree
  readonly scopes: readonly string[]
}

export interface Response {
  readonly status: string
  readonly description: string | undefined
  readonly headers: Tree
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
      place.list === 'paths'
        ? (serversOf(operation.servers ?? item.servers ?? own(document, 'servers'))[0]?.url ?? '')
        : undefined,
    title: titleOf(operation, method, place.name),
    description: textOf(operation.description),
    isDeprecated: operation.deprecated === true,
    parameters: parametersOf([...listOf(operation.parameters), ...listOf(item.parameters)].map(resolve)),
    body: contentOf(body, resolve),
    isBodyRequired: body.required === true,
    responses: responsesOf(operation, resolve),
    security: securityOf(document, operation, resolve),
  }
}

export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

export function titleOf(operation: Tree, method: string, name: string): string {
  return (textOf(operation.summary) ?? `${method.toUpperCase()} ${name}`).slice(0, titleMax)
}

const titleMax = 200

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function responsesOf({ responses }: Tree, resolve: Resolve): readonly Response[] {
  const all = Object.entries(recordOf(responses)).filter(([status]) => !status.startsWith('x-'))
  return all.slice(0, responsesMax).map(([status, part]) => {
    const response = resolve(part)
    const { description, headers } = response
    return {
      status,
      description: textOf(description),
      headers: recordOf(headers),
      content: contentOf(response, resolve),
    }
  })
}

const responsesMax = 50

/** Parameters of the operation come first and replace those of its path. */
function parametersOf(all: readonly Tree[]): readonly Tree[] {
  const named = new Map<string, Tree>()
  for (const one of all) {
    const key = `${one.in} ${one.name}`
    if (typeof one.name === 'string' && !named.has(key)) named.set(key, one)
  }
  return [...named.values()]
}

export interface Server {
  readonly url: string
  readonly description: string | undefined
}

/** Servers, with the defaults of their variables. */
export function serversOf(servers: unknown): readonly Server[] {
  return listOf(servers)
    .slice(0, serversMax)
    .map((part) => {
      const server = recordOf(part)
      const url = textOf(server.url) ?? ''
      const filled = url.replaceAll(/\{([^{}]{1,100})\}/g, (written, name: string) =>
        String(own(own(own(server, 'variables'), name), 'default') ?? written),
      )
      return { url: filled.replace(/\/$/, ''), description: textOf(server.description) }
    })
}

const serversMax = 20

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

/** The schemes of all ways to sign in, once each. An empty way means that it isn't needed. */
function securityOf(document: unknown, operation: Tree, resolve: Resolve): readonly Security[] {
  const ways = listOf(operation.security ?? own(document, 'security')).slice(0, waysMax)
  const schemes = own(own(document, 'components'), 'securitySchemes')
  const all = ways.flatMap((way, at) =>
    Object.entries(recordOf(way)).map(([name, scopes]) => ({
      way: at,
      name,
      scheme: resolve(own(schemes, name)),
      scopes: listOf(scopes).map(String),
    })),
  )
  return all.filter((one, at) => all.findIndex(({ name }) => name === one.name) === at)
}

const waysMax = 10
