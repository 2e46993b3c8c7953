import { type Operation, withDefinitions } from '@stemma/contract'
import { inputFor, type Mounted } from '../../packages/server/src/test/samples.ts'
import type { Tenant } from '../../packages/server/src/test/world.ts'
import type { Schema } from '../kit/schemas.ts'
import { largestOf } from './largest.ts'
import { charactersMax, hostileTexts } from './texts.ts'

export interface LoopRequest {
  readonly name: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: string | undefined
}

/** The largest input that an operation's schema allows and the worst that it rejects, then its sample. */
export function* requestsOf(mounted: Mounted, tenant: Tenant, bodyBytesMax: number): Generator<LoopRequest> {
  const { id } = mounted
  const operation = withDefinitions({ [id]: mounted.operation })[id] ?? mounted.operation
  const { params, query = {}, body } = inputFor(mounted, tenant, tenant.admin)
  const largestQuery = operation.query ? largestOf(operation.query as Schema, 6_000) : {}
  const address = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, string>)[name])),
  )
  const request = (kind: string, payload: string | undefined, asked: object = query): LoopRequest => ({
    name: `${id} (${kind})`,
    method: operation.method,
    url: `${address}${searchOf(asked)}`,
    headers: headersFor(tenant, payload),
    payload,
  })
  const sample = body === undefined ? undefined : JSON.stringify(body)
  if (operation.body) yield* bodyRequests(operation, body, bodyBytesMax, request)
  if (operation.query) yield request('largest query', sample, { ...(largestQuery as object), ...query })
  yield request('sample', sample)
}

type MakeRequest = (kind: string, payload: string | undefined) => LoopRequest

function* bodyRequests(
  operation: Operation,
  body: object | undefined,
  bodyBytesMax: number,
  request: MakeRequest,
): Generator<LoopRequest> {
  const bytes = Math.min(operation.bodyBytesMax ?? bodyBytesMax, 30_000_000) - 10_000
  const largest = largestOf(operation.body as Schema, Math.floor(bytes / 1.3)) as object
  yield request('largest', fitting(largest, bytes))
  yield request('largest over sample', fitting({ ...largest, ...body }, bytes))
  yield request('keys', `{${fields(9_000)},"list":[${'{"a":1},'.repeat(60_000)}1]}`.slice(0, bytes))
  yield request('string', `{"title":"${'x'.repeat(bytes - 20)}"}`)
  if (isContent(operation)) yield* contentRequests(request, bytes)
}

function isContent({ path, method }: Operation): boolean {
  return method === 'POST' && /\/content$/.test(path) && !path.includes('import')
}

/** Pages, trees and files of every kind, as large as a request allows. */
function* contentRequests(request: MakeRequest, bytes: number): Generator<LoopRequest> {
  const insert = (markdown: string) => ({ operation: 'insert_page', title: 'Long', document: { markdown } })
  const changes = (list: readonly object[]) => JSON.stringify({ changes: list }).slice(0, bytes + 10_000)
  for (const [name, make] of hostileTexts)
    yield request(`a page of ${name}`, changes([insert(make(charactersMax / 2))]))
  yield request(
    'fifty pages',
    changes(Array.from({ length: 50 }, () => insert(hostile('everything', 30_000)))),
  )
  const base64 = `${'iVBORw0KGgo+'.repeat(116_000)}`
  const files = Array.from({ length: 20 }, (_, at) => ({
    name: `${at}.bin`,
    base64,
    contentType: 'application/octet-stream',
  }))
  yield request('twenty files', changes([{ operation: 'insert_files', files }]))
  yield request('a tree of blocks', changes([{ ...insert(''), document: { document: treeOf(9_000) } }]))
}

function hostile(name: string, length: number): string {
  return hostileTexts.find(([one]) => one === name)?.[1](length) ?? ''
}

function treeOf(blocks: number) {
  const leaves = [{ object: 'leaf', text: 'Some *words*', marks: [] }]
  const paragraph = { object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves }] }
  return { object: 'document', data: {}, nodes: Array.from({ length: blocks }, () => paragraph) }
}

function fields(count: number): string {
  return Array.from({ length: count }, (_, at) => `"field${at}":1`).join(',')
}

/** Bodies over the limit are not read at all, so they would show nothing. */
function fitting(value: object, bytes: number): string | undefined {
  const payload = JSON.stringify(value)
  return Buffer.byteLength(payload) <= bytes + 10_000 ? payload : undefined
}

function searchOf(query: object): string {
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat().slice(0, 50)) asked.append(name, String(one).slice(0, 2_000))
  return asked.size > 0 ? `?${asked}`.slice(0, 12_000).replace(/%\w?$/, '') : ''
}

function headersFor({ admin }: Tenant, payload: string | undefined): Readonly<Record<string, string>> {
  const authorization = `Bearer ${admin.secret}`
  if (payload === undefined) return { authorization }
  return {
    authorization,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(payload)),
  }
}

export function* headerRequests({ admin }: Tenant): Generator<LoopRequest> {
  const long = (text: string) => text.repeat(Math.floor(15_000 / text.length))
  const cases: readonly Readonly<Record<string, string>>[] = [
    { authorization: `Bearer ${long('a')}` },
    { authorization: `Bearer ${long('a.')}` },
    { cookie: long('stemma_session=a; ') },
    { 'if-none-match': long('"a", ') },
    { range: `bytes=${long('0-1,')}` },
    { accept: long('text/html;q=0.1, ') },
    { 'accept-language': long('de-DE;q=0.5, ') },
    { 'x-forwarded-for': long('192.0.2.1, ') },
    { 'content-type': `application/json; ${long('a=b; ')}` },
    { 'user-agent': long(' (') },
    { origin: `https://${long('a.')}` },
  ]
  for (const headers of cases) {
    const own = { authorization: `Bearer ${admin.secret}`, ...headers }
    const name = `header ${Object.keys(headers)[0]}`
    yield { name, method: 'GET', url: '/v1/user', headers: own, payload: undefined }
    yield {
      name: `${name}, login`,
      method: 'GET',
      url: '/login?next=/a',
      headers: own,
      payload: undefined,
    }
  }
}
