import { recordOf } from './data.ts'
import type { Operation, Resolve, Tree } from './openapi-document.ts'
import { exampleIn, exampleOf } from './openapi-examples.ts'

/** A request that an operation accepts, to be written in a programming language. */
export interface Request {
  readonly method: string
  readonly url: string
  readonly headers: readonly Pair[]
  readonly body: RequestBody | undefined
}

export type Pair = readonly [name: string, value: string]

/** What is sent: `parts` is a form in several parts, as `multipart/form-data` has it. */
export type RequestBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly fields: readonly Pair[] }
  | { readonly kind: 'parts'; readonly fields: readonly Pair[] }
  | { readonly kind: 'text'; readonly text: string }

export function requestOf(operation: Operation, resolve: Resolve): Request {
  const { method, server, path, parameters, body } = operation
  const keys = credentialsOf(operation.security.filter(({ way }) => way === 0).map(({ scheme }) => scheme))
  const required = parameters.filter((parameter) => parameter.required === true || parameter.in === 'path')
  const pairsIn = (place: string) =>
    required.filter((one) => one.in === place).flatMap((one) => pairsOf(one, resolve))
  const query = [...pairsIn('query'), ...keys.query].map((pair) => pair.map(encodeURIComponent).join('='))
  const search = query.length > 0 ? `?${query.join('&')}` : ''
  const cookies = [...pairsIn('cookie'), ...keys.cookie].map((pair) => pair.join('='))
  // A body of GET has no meaning, and `fetch` refuses to send one.
  const sent = ['get', 'head'].includes(method) ? undefined : body
  const type = sent?.type === 'multipart/form-data' ? [] : sent ? [['Content-Type', sent.type] as const] : []
  return {
    method: method.toUpperCase(),
    url: `${absolute(server ?? '')}${filled(path, required, resolve)}${search}`,
    headers: [
      ...keys.header,
      ...pairsIn('header'),
      ...(cookies.length > 0 ? [['Cookie', cookies.join('; ')] as const] : []),
      ...type,
    ].map(([name, value]) => [name, value.replaceAll(/\p{Cc}+/gu, ' ')] as const),
    body: sent && bodyOf(sent.type, exampleIn(sent, resolve)),
  }
}

/** A server can be relative to where the description was found. */
function absolute(server: string): string {
  return /^https?:\/\//i.test(server) ? server : `https://example.com${server.startsWith('/') ? server : ''}`
}

function filled(path: string, parameters: readonly Tree[], resolve: Resolve): string {
  return path.replaceAll(/\{([^{}]{1,200})\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name)
    const value = parameter === undefined ? name : sampleOf(parameter, resolve)
    return encodeURIComponent([value].flat().map(plain).join(',').toWellFormed())
  })
}

/** A value that a parameter can have. */
export function sampleOf(parameter: Tree, resolve: Resolve): unknown {
  const [example] = Object.values(recordOf(parameter.examples))
  const given = parameter.example ?? (example === undefined ? undefined : resolve(example).value)
  const [content] = Object.values(recordOf(parameter.content))
  if (content === undefined) return given ?? exampleOf(parameter.schema, resolve) ?? 'text'
  return JSON.stringify(given ?? exampleOf(recordOf(content).schema, resolve) ?? null)
}

/** A parameter as it is sent: lists and objects become several pairs or one, as the description says. */
function pairsOf(parameter: Tree, resolve: Resolve): readonly Pair[] {
  const name = String(parameter.name).toWellFormed()
  const value = sampleOf(parameter, resolve)
  const isExploded = parameter.explode !== false && parameter.in === 'query'
  if (Array.isArray(value)) {
    return isExploded ? value.map((one) => [name, plain(one)] as const) : [[name, value.map(plain).join(',')]]
  }
  if (typeof value !== 'object' || value === null) return [[name, plain(value)]]
  const entries = Object.entries(value).map(([key, one]) => [key, plain(one)] as const)
  if (parameter.style === 'deepObject') return entries.map(([key, one]) => [`${name}[${key}]`, one] as const)
  return isExploded ? entries : [[name, entries.flat().join(',')]]
}

function plain(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
  return text.slice(0, textMax).toWellFormed()
}

const textMax = 2000

function credentialsOf(schemes: readonly Tree[]) {
  const keys = { header: [] as Pair[], query: [] as Pair[], cookie: [] as Pair[] }
  for (const scheme of schemes) {
    const place = scheme.in === 'query' || scheme.in === 'cookie' ? scheme.in : 'header'
    if (scheme.type === 'apiKey') keys[place].push([String(scheme.name), 'YOUR_KEY'])
    else if (scheme.scheme === 'basic') keys.header.push(['Authorization', 'Basic YOUR_CREDENTIALS'])
    else if (scheme.type !== undefined && scheme.type !== 'mutualTLS')
      keys.header.push(['Authorization', 'Bearer YOUR_TOKEN'])
  }
  return keys
}

function bodyOf(type: string, example: unknown): RequestBody | undefined {
  if (example === undefined) return undefined
  const isForm = type === 'multipart/form-data' || type === 'application/x-www-form-urlencoded'
  if (isForm && typeof example === 'object') {
    const fields = Object.entries(recordOf(example)).map(([name, value]) => [name, plain(value)] as const)
    return { kind: type === 'multipart/form-data' ? 'parts' : 'form', fields }
  }
  if (typeof example === 'string' && !/json/.test(type)) return { kind: 'text', text: plain(example) }
  const isShort = JSON.stringify(example).length <= bodyMax
  return { kind: 'json', value: isShort ? wellFormed(example) : '…' }
}

/** A longer body is left out of samples: half of it would be no request. */
const bodyMax = 10_000

/** Half of a character is no text in most languages. */
function wellFormed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).toWellFormed(), (_, one: unknown) =>
    typeof one === 'string' ? one.toWellFormed() : one,
  )
}
