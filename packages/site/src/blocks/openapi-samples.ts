import type { Operation, Resolve } from './openapi-document.ts'
import { exampleIn } from './openapi-examples.ts'
import { goSample } from './openapi-go.ts'
import { type Pair, type Request, type RequestBody, requestOf } from './openapi-request.ts'

export interface Sample {
  readonly title: string
  readonly code: string
  readonly syntax: string
}

/** How to send the request, in four languages. */
export function requestSamples(operation: Operation, resolve: Resolve): readonly Sample[] {
  if (operation.server === undefined) return []
  const request = requestOf(operation, resolve)
  return [
    { title: 'curl', code: curl(request), syntax: 'bash' },
    { title: 'JavaScript', code: javascript(request), syntax: 'js' },
    { title: 'Python', code: python(request), syntax: 'python' },
    { title: 'Go', code: goSample(request), syntax: 'go' },
  ]
}

/** What a server sends, by status; for a webhook, first what it sends there. */
export function responseSamples(operation: Operation, resolve: Resolve): readonly Sample[] {
  const { responses, body, server, method } = operation
  const sent = server === undefined && body ? [{ status: method.toUpperCase(), content: body }] : []
  return [...sent, ...responses].flatMap(({ status, content }) => {
    const value = content && exampleIn(content, resolve)
    if (value === undefined) return []
    const code = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)
    const isWhole = code.length <= responseMax
    const text = isWhole ? code : `${code.slice(0, responseMax)}…`
    return { title: status, code: text, syntax: /json/.test(content?.type ?? '') ? 'json' : '' }
  })
}

const responseMax = 10_000

function curl({ method, url, headers, body }: Request): string {
  const first = method === 'GET' ? '' : method === 'HEAD' ? '--head ' : `-X ${method} `
  const lines = [
    `curl ${first}${quoted(url)}`,
    ...headers.map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : curlBody(body)),
  ]
  return lines.join(' \\\n')
}

/** Between single quotes, a shell reads everything as it is. */
function quoted(text: string): string {
  return `'${text.replaceAll('\0', '').replaceAll("'", "'\\''")}'`
}

/** `-d` and `-F` take a value that begins with `@` for the name of a file. */
function curlBody(body: RequestBody): readonly string[] {
  if (body.kind === 'json') return [`  -d ${quoted(indented(json(body.value)))}`]
  if (body.kind === 'text') return [`  --data-raw ${quoted(body.text)}`]
  const flag = body.kind === 'form' ? '--data-urlencode' : '--form-string'
  return body.fields.map(([name, value]) => `  ${flag} ${quoted(`${formName(body, name)}=${value}`)}`)
}

/** curl encodes only the value of a field, and splits at the first `=`. */
function formName({ kind }: RequestBody, name: string): string {
  return kind === 'form' ? encodeURIComponent(name) : name
}

function javascript({ method, url, headers, body }: Request): string {
  const parts = [
    ...(method === 'GET' ? [] : [`  method: ${json(method)},`]),
    ...(headers.length === 0 ? [] : [`  headers: ${indented(json(Object.fromEntries(headers)))},`]),
    ...(body === undefined ? [] : [`  body${body.kind === 'parts' ? '' : `: ${javascriptBody(body)}`},`]),
  ]
  const form = body?.kind === 'parts' ? `${javascriptParts(body.fields)}\n\n` : ''
  const options = parts.length === 0 ? '' : `, {\n${parts.join('\n')}\n}`
  return `${form}const response = await fetch(${json(url)}${options})\nconsole.log(await response.text())`
}

function javascriptBody(body: Exclude<RequestBody, { kind: 'parts' }>): string {
  if (body.kind === 'json') return `JSON.stringify(${indented(json(body.value))})`
  if (body.kind === 'text') return json(body.text)
  return `new URLSearchParams(${indented(json(body.fields))})`
}

function javascriptParts(fields: readonly Pair[]): string {
  const lines = fields.map(([name, value]) => `body.append(${json(name)}, ${json(value)})`)
  return ['const body = new FormData()', ...lines].join('\n')
}

function python({ method, url, headers, body }: Request): string {
  const parts = [
    `    ${json(method)},`,
    `    ${json(url)},`,
    ...(headers.length === 0 ? [] : [`    headers=${indented(json(Object.fromEntries(headers)), 4)},`]),
    ...(body === undefined ? [] : [`    ${pythonBody(body)},`]),
  ]
  return `import requests\n\nresponse = requests.request(\n${parts.join('\n')}\n)\nprint(response.text)`
}

function pythonBody(body: RequestBody): string {
  if (body.kind === 'json') return `json=${indented(pythonValue(body.value), 4)}`
  if (body.kind === 'text') return `data=${json(body.text)}.encode()`
  const isParts = body.kind === 'parts'
  const items = body.fields.map(([name, value]) => {
    const written = isParts ? `(None, ${json(value)})` : json(value)
    return isParts ? `${json(name)}: ${written}` : `(${json(name)}, ${written})`
  })
  const [start, end] = isParts ? ['{', '}'] : ['[', ']']
  return `${isParts ? 'files' : 'data'}=${indented(bracketed(start, items, end), 4)}`
}

/** JSON with the names that Python has for its words. */
function pythonValue(value: unknown): string {
  if (Array.isArray(value)) return bracketed('[', value.map(pythonValue), ']')
  if (typeof value === 'object' && value !== null) {
    const items = Object.entries(value).map(([name, item]) => `${json(name)}: ${pythonValue(item)}`)
    return bracketed('{', items, '}')
  }
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return value === null ? 'None' : json(value)
}

function json(value: unknown): string {
  return JSON.stringify(value, undefined, 2)
}

function bracketed(start: string, items: readonly string[], end: string): string {
  if (items.length === 0) return `${start}${end}`
  return `${start}\n  ${indented(items.join(',\n'))}\n${end}`
}

function indented(text: string, spaces = 2): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`)
}
