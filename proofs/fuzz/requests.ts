import { type Operation, type ParamName, paramNames, params, withDefinitions } from '@stemma/contract'
import fc, { type Arbitrary } from 'fast-check'
import { inputFor, type Mounted } from '../../packages/server/src/test/samples.ts'
import { paramsOf, type World } from '../../packages/server/src/test/world.ts'
import { nastyTexts, type Schema, type Surroundings, valuesOf } from '../kit/schemas.ts'
import { damaged } from './damage.ts'

/** One request, and the kind of input it has. */
export interface FuzzRequest {
  readonly kind: Kind
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: string
}

type Kind = 'sample' | 'valid' | 'damaged' | 'path' | 'query' | 'headers'

/** Generates requests for one operation: most of them allowed by the contract, the others not. */
export function requestsFor(mounted: Mounted, world: World): Arbitrary<FuzzRequest> {
  const { operation, sample } = withDefined(mounted)
  const around = { ids: idsOf(world), $defs: (operation.body as Schema | undefined)?.$defs }
  const input = inputFor(mounted, world.ours, world.ours.admin)
  const plain = fc.constant(input.body)
  const free = operation.body ? valuesOf(operation.body as Schema, around) : fc.constant(undefined)
  const bodies = sample.body ? fc.oneof(plain, free, mixed(plain, free)) : free
  const queries = operation.query ? valuesOf(operation.query as Schema, around) : fc.constant({})
  const sent = (kind: Kind, over: Partial<Parts> = {}) =>
    fc
      .record({
        path: over.path ?? fc.constant(input.params),
        query: over.query ?? fc.constant(input.query ?? {}),
        payload:
          over.payload ?? bodies.map((body) => (body === undefined ? undefined : JSON.stringify(body))),
        headers: over.headers ?? fc.constant({}),
      })
      .map((parts) => requestOf(kind, operation, parts))
  const samePayload = plain.map((body) => (body === undefined ? undefined : JSON.stringify(body)))
  return fc.oneof(
    { weight: 1, arbitrary: sent('sample', { payload: samePayload }) },
    { weight: 5, arbitrary: sent('valid', { query: queries }) },
    { weight: 5, arbitrary: sent('damaged', { payload: bodies.chain(damaged) }) },
    {
      weight: 2,
      arbitrary: sent('path', { path: pathsOf(operation, input.params, world), payload: samePayload }),
    },
    { weight: 2, arbitrary: sent('query', { query: wrongQueries(operation, around), payload: samePayload }) },
    { weight: 2, arbitrary: sent('headers', { headers: wrongHeaders, payload: samePayload }) },
  )
}

interface Parts {
  readonly path: Arbitrary<Readonly<Record<string, string>>>
  readonly query: Arbitrary<unknown>
  readonly payload: Arbitrary<string | undefined>
  readonly headers: Arbitrary<Readonly<Record<string, string>>>
}

function withDefined({ id, operation, sample }: Mounted): Mounted {
  return { id, sample, operation: withDefinitions({ [id]: operation })[id] ?? operation }
}

/** IDs of our tenant, of the other tenant, and ones that don't exist. */
function idsOf(world: World): readonly string[] {
  const { ours, theirs } = world
  return [...Object.values(paramsOf(ours)), ...Object.values(paramsOf(theirs)), 'nobody', '1', 'a'.repeat(64)]
}

/** A valid body with additional fields from another. */
function mixed(plain: Arbitrary<object | undefined>, free: Arbitrary<unknown>): Arbitrary<unknown> {
  return fc.tuple(plain, free).map(([own, other]) => ({ ...(other as object), ...own }))
}

function pathsOf(operation: Operation, own: Readonly<Record<string, string>>, { theirs }: World) {
  const names = paramNames(operation.path)
  if (names.length === 0) return fc.constant(own)
  const foreign = paramsOf(theirs) as Readonly<Record<string, string>>
  return fc.constantFrom(...names).chain((name: ParamName) => {
    const hostile = fc.constantFrom(foreign[name] ?? 'nobody', ...hostileParts, ...nastyTexts)
    const fitting = valuesOf(params[name] as Schema, { ids: Object.values(foreign) }) as Arbitrary<string>
    return fc.oneof(hostile, fitting).map((value) => ({ ...own, [name]: value }))
  })
}

const hostileParts = [
  '..',
  '%',
  '%00',
  '%ff',
  '%2e%2e%2f',
  '%ED%A0%80',
  '~',
  '*',
  ':id',
  'x'.repeat(3000),
  '\u0000',
]

function wrongQueries(operation: Operation, around: Surroundings): Arbitrary<unknown> {
  const names = Object.keys((operation.query as Schema | undefined)?.properties ?? { page: {} })
  const value = fc.oneof(
    fc.constantFrom('1e30', '-1', '0', '99999999999999999999', '1.5', '', 'true', '[]', '\u0000', '\uD800'),
    fc.constantFrom(...nastyTexts, ...around.ids),
    fc.base64String({ maxLength: 80 }),
    fc.jsonValue().map((cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')),
  )
  return fc.oneof(
    fc.tuple(fc.constantFrom(...names), value).map(([name, wrong]) => ({ [name]: wrong })),
    fc.tuple(fc.string({ minLength: 1 }), value).map(([name, wrong]) => ({ [name]: wrong })),
    fc.tuple(fc.constantFrom(...names), value, value).map(([name, a, b]) => ({ [name]: [a, b] })),
  )
}

const wrongHeaders = fc.constantFrom<Readonly<Record<string, string>>>(
  { authorization: '' },
  { authorization: 'Bearer' },
  { authorization: 'Basic YTpi' },
  { authorization: `Bearer ${'a'.repeat(40)}` },
  { authorization: `Bearer ${'a'.repeat(7000)}` },
  { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' },
  { authorization: 'Bearer a.b.c' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': '' },
  { 'content-encoding': 'gzip' },
  { 'if-match': '"nothing"' },
  { 'if-match': '*' },
  { 'if-match': 'not a tag' },
  { 'if-none-match': '*' },
  { 'last-event-id': '1-x' },
  { 'last-event-id': '-1' },
  { 'last-event-id': `9${'9'.repeat(300)}-` },
  { 'if-none-match': '"a", W/"b", ,' },
  { 'idempotency-key': '' },
  { 'idempotency-key': 'k'.repeat(300) },
  { 'idempotency-key': 'é\u00ff' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-http-method-override': 'DELETE' },
  { accept: 'application/xml' },
  { origin: 'https://evil.example' },
  { cookie: 'stemma_session=1; __Host-stemma_session=2' },
  { range: 'bytes=0-0,5-1' },
)

interface Generated {
  readonly path: Readonly<Record<string, string>>
  readonly query: unknown
  readonly payload: string | undefined
  readonly headers: Readonly<Record<string, string>>
}

function requestOf(
  kind: Kind,
  operation: Operation,
  { path, query, payload, headers }: Generated,
): FuzzRequest {
  const address = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encoded(path[name] ?? '', name),
  )
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query as object))
    for (const one of Array.isArray(value) ? value : [value])
      asked.append(name, (typeof one === 'string' ? one : JSON.stringify(one)).toWellFormed())
  if (operation.streams) endAtOnce(asked)
  const type = payload === undefined ? {} : { 'content-type': 'application/json' }
  return {
    kind,
    url: asked.size > 0 ? `${address}?${asked}` : address,
    headers: { ...type, ...headers },
    ...(payload !== undefined && { payload }),
  }
}

/** A stream that may stay open would never answer. Values that are refused stay as they are. */
function endAtOnce(asked: URLSearchParams) {
  const seconds = Number(asked.get('seconds') ?? 0)
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= 86_400) asked.set('seconds', '0')
}

/** Leaves values with escapes unchanged: an incomplete escape is a test case. */
function encoded(value: string, name: string): string {
  if (/%/.test(value)) return value
  const text = encodeURIComponent(value.toWellFormed())
  return name === 'pagePath' ? text.replaceAll('%2F', '/') : text
}
