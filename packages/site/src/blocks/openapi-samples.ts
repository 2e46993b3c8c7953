import { recordOf } from './data.ts'
import {
  type Content,
  listOf,
  type Operation,
  own,
  type Resolve,
  type Tree,
  textOf,
} from './openapi-document.ts'

export interface Sample {
  readonly title: string
  readonly code: string
  readonly syntax: string
}

/** How to send the request, in three languages. */
export function requestSamples(operation: Operation, resolve: Resolve): readonly Sample[] {
  const request = requestOf(operation, resolve)
  return [
    { title: 'curl', code: curl(request), syntax: 'bash' },
    { title: 'JavaScript', code: javascript(request), syntax: 'js' },
    { title: 'Python', code: python(request), syntax: 'python' },
  ]
}

/** What the server returns, by status. */
export function responseSamples({ responses }: Operation, resolve: Resolve): readonly Sample[] {
  return responses.flatMap(({ status, content }) => {
    const value = content && exampleIn(content, resolve)
    return value === undefined ? [] : { title: status, code: printed(value), syntax: 'json' }
  })
}

interface Request {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: unknown
}

function requestOf(
  { method, server, path, parameters, security, body }: Operation,
  resolve: Resolve,
): Request {
  const required = parameters.filter((parameter) => parameter.required === true)
  const sampleOf = (parameter: Tree) =>
    String(parameter.example ?? exampleOf(recordOf(parameter.schema), resolve) ?? '…')
  const query = required
    .filter((parameter) => parameter.in === 'query')
    .map(
      (parameter) =>
        `${encodeURIComponent(String(parameter.name))}=${encodeURIComponent(sampleOf(parameter))}`,
    )
  const value = body && exampleIn(body, resolve)
  return {
    method: method.toUpperCase(),
    url: `${server}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers: [
      ...security.flatMap(credentials),
      ...required
        .filter((parameter) => parameter.in === 'header')
        .map((parameter) => [String(parameter.name), sampleOf(parameter)] as const),
      ...(body === undefined ? [] : [['Content-Type', body.type] as const]),
    ],
    body: value,
  }
}

function credentials(scheme: Tree): readonly (readonly [string, string])[] {
  if (scheme.type === 'apiKey' && scheme.in === 'header') return [[String(scheme.name), '<key>']]
  if (scheme.type === 'http' && scheme.scheme === 'basic') return [['Authorization', 'Basic <credentials>']]
  return scheme.type === undefined || scheme.type === 'apiKey' ? [] : [['Authorization', 'Bearer <token>']]
}

function curl({ method, url, headers, body }: Request): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`,
    ...headers.map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`  -d ${quoted(printed(body).replaceAll('\n', '\n  '))}`]),
  ]
  return lines.join(' \\\n')
}

function javascript({ method, url, headers, body }: Request): string {
  const parts = [
    ...(method === 'GET' ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...(headers.length === 0 ? [] : [`  headers: ${indented(printed(Object.fromEntries(headers)))},`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(printed(body))}),`]),
  ]
  const options = parts.length === 0 ? '' : `, {\n${parts.join('\n')}\n}`
  return `const response = await fetch(${JSON.stringify(url)}${options})\nconst data = await response.json()`
}

function python({ method, url, headers, body }: Request): string {
  const parts = [
    `    ${JSON.stringify(url)},`,
    ...(headers.length === 0 ? [] : [`    headers=${indented(printed(Object.fromEntries(headers)), 4)},`]),
    ...(body === undefined ? [] : [`    json=${indented(pythonValue(body).slice(0, sampleMax), 4)},`]),
  ]
  const call = `requests.${method.toLowerCase()}(\n${parts.join('\n')}\n)`
  return `import requests\n\nresponse = ${call}\ndata = response.json()`
}

function printed(value: unknown): string {
  return JSON.stringify(value, undefined, 2).slice(0, sampleMax)
}

const sampleMax = 10_000

/** JSON with the names that Python has for its words. */
function pythonValue(value: unknown): string {
  if (Array.isArray(value)) return bracketed('[', value.map(pythonValue), ']')
  if (typeof value === 'object' && value !== null) {
    const items = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${pythonValue(item)}`)
    return bracketed('{', items, '}')
  }
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return value === null ? 'None' : printed(value)
}

function bracketed(start: string, items: readonly string[], end: string): string {
  if (items.length === 0) return `${start}${end}`
  return `${start}\n  ${indented(items.join(',\n'))}\n${end}`
}

function indented(text: string, spaces = 2): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`)
}

function exampleIn({ example, schema, type }: Content, resolve: Resolve): unknown {
  if (example !== undefined) return example
  return /json/.test(type) ? exampleOf(schema, resolve) : undefined
}

/** A value that the schema allows. A schema within itself ends after some levels. */
function exampleOf(part: unknown, resolve: Resolve, limit = { values: valuesMax }, depth = 0): unknown {
  const schema = resolve(part)
  const given = givenExample(schema)
  if (given !== undefined || depth > depthMax || limit.values-- <= 0) return given
  const within = (one: unknown) => exampleOf(one, resolve, limit, depth + 1)
  const [choice] = [...listOf(schema.oneOf), ...listOf(schema.anyOf)]
  if (choice !== undefined) return within(choice)
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type
  if (type === 'array') return [within(schema.items)].filter((item) => item !== undefined)
  const parts = listOf(schema.allOf)
  if (type === 'object' || schema.properties !== undefined || parts.length > 0) {
    const properties = Object.entries(recordOf(schema.properties)).slice(0, propertiesMax)
    const named = properties.map(([name, property]) => [name, within(property)] as const)
    const all = named.filter(([, value]) => value !== undefined)
    return Object.assign({}, ...parts.map((one) => recordOf(within(one))), Object.fromEntries(all))
  }
  return type === 'string' ? (texts.get(textOf(schema.format) ?? '') ?? 'text') : own(values, String(type))
}

function givenExample(schema: Tree): unknown {
  const { example, examples, const: only, default: usual, enum: allowed } = schema
  return example ?? listOf(examples)[0] ?? only ?? usual ?? listOf(allowed)[0]
}

const depthMax = 4
const propertiesMax = 30
const valuesMax = 500
const values = { integer: 1, number: 1, boolean: true, null: null }
const texts: ReadonlyMap<string, string> = new Map([
  ['date-time', '2026-01-31T12:00:00Z'],
  ['date', '2026-01-31'],
  ['email', 'name@example.com'],
  ['uri', 'https://example.com'],
  ['uuid', '00000000-0000-4000-8000-000000000000'],
])
