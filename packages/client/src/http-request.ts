import type { Operation } from '@stemma/contract'
import type { RequestOptions } from './call-options.ts'

export interface HttpRequest {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body?: string
  readonly signal?: AbortSignal
}

/** The common form of all inputs, without the types of their operations. */
export interface AnyInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

interface Server {
  readonly endpoint: string
  readonly token: string | undefined
  readonly userAgent: string
}

/** Everything that is the same for each attempt of a call, including its idempotency key. */
export function toHttpRequest(
  server: Server,
  { method, path }: Operation,
  { params = {}, query = {}, body }: AnyInput,
  options: RequestOptions,
): HttpRequest {
  const headers = new Headers({ accept: 'application/json', 'user-agent': server.userAgent })
  if (server.token !== undefined) headers.set('authorization', `Bearer ${server.token}`)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const key = options.idempotencyKey ?? (isWrite(method) ? crypto.randomUUID() : undefined)
  if (key !== undefined) headers.set('idempotency-key', key)
  if (options.ifMatch !== undefined) headers.set('if-match', options.ifMatch)
  if (options.ifNoneMatch !== undefined) headers.set('if-none-match', options.ifNoneMatch)
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)

  return {
    url: server.endpoint + pathOf(path, params) + queryOf(query),
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
  }
}

/** A repeated DELETE needs no key: a deleted object stays deleted. */
function isWrite(method: Operation['method']) {
  return method === 'POST' || method === 'PUT' || method === 'PATCH'
}

function pathOf(path: string, params: Readonly<Record<string, string>>) {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new TypeError(`The path parameter ${name} is missing.`)
    return name === 'pagePath'
      ? value.split('/').map(segment(name)).join('/')
      : segment(name)(requireSome(name, value))
  })
}

/** An empty parameter would turn the path into that of another operation. */
function requireSome(name: string, value: string) {
  if (value === '') throw new TypeError(`The path parameter ${name} is empty.`)
  return value
}

/** Rejects dot segments, which can't be encoded: every URL parser treats `%2e` as a dot. */
function segment(name: string) {
  return (value: string) => {
    if (value === '.' || value === '..') {
      throw new TypeError(`The path parameter ${name} cannot be "${value}".`)
    }
    return encodeURIComponent(value)
  }
}

/** A list is sent as a repeated key. */
function queryOf(query: Readonly<Record<string, unknown>>) {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) search.append(name, String(one))
    }
  }
  return search.size === 0 ? '' : `?${search}`
}
