import { GitBookAPI, GitBookAPIError } from '@gitbook/api'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import table from '../../packages/contract/table/operations.json' with { type: 'json' }
import { serve } from '../../packages/server/src/test/harness.ts'
import { inputFor, type Mounted, mountedOperations } from '../../packages/server/src/test/samples.ts'
import { givenWorld } from '../../packages/server/src/test/world.ts'
import { type Described, readDescription } from './description.ts'
import { demanded } from './differences.ts'

/**
 * The stock npm client calls every mounted operation that it has, over a real socket. Each response must
 * match our contract and the client's own description.
 */
const description = await readDescription(
  new URL('../../node_modules/@gitbook/api/spec/openapi.json', import.meta.url),
)
const ajv = new Ajv2020({ strict: false, allErrors: true })
;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
ajv.addFormat('emoji', true)
ajv.addFormat('icon', true)
ajv.addSchema(description.document as object, 'description')
const methodNames: ReadonlyMap<string, string | undefined> = new Map([
  ...table.map(({ id, client }) => [id, client] as const),
  ['getApiInformation', 'getApiInformation'],
  ['getSpacePDF', 'spaces.getSpacePdf'],
  ['updateOpenAPISpecBySlug', 'orgs.updateOpenApiSpecBySlug'],
  ['generateStorageUploadURL', 'orgs.generateStorageUploadUrl'],
])

const server = await serve({ rateLimitPerMinute: 1_000_000 })
const endpoint = await server.app.listen({ host: '127.0.0.1', port: 0 })
let [called, valid] = [0, 0]
const differences: string[] = []
const unknown: string[] = []
try {
  for (const mounted of mountedOperations()) await conform(mounted)
} finally {
  await server.stop()
}
for (const line of differences) console.log(line)
console.log(`the client has no ${unknown.join(', ')}`)
console.log(
  `conformance: ${called} operations called, ${valid} answers valid, ${differences.length} differences`,
)
process.exitCode = differences.length > 0 ? 1 : 0

async function conform(mounted: Mounted) {
  const { id, operation } = mounted
  const [, , namespace = ''] = operation.path.split('/')
  const name = methodNames.get(id) ?? `${namespace}.${id}`
  const described = description.of(operation.method, operation.path)
  if (described === undefined) return unknown.push(id)
  const { ours } = await givenWorld(server)
  const api = new GitBookAPI({ endpoint, authToken: ours.admin.secret })
  const found = differences.length
  called++
  try {
    const response = await methodOf(
      api,
      name,
    )(...argumentsFor(mounted, described, inputFor(mounted, ours, ours.admin)))
    check(id, operation.status, operation.returns, described, response)
    if (differences.length === found) valid++
  } catch (error) {
    const told = error instanceof GitBookAPIError ? (error as Error).message : String(error)
    differences.push(`${id}: the client threw ${told}`)
  }
}

function check(
  id: string,
  status: number,
  returns: object | undefined,
  described: Described,
  response: Answer,
) {
  if (response.status !== status) differ(id, 'status', `${response.status} instead of ${status}`)
  if (!described.statuses.includes(response.status))
    differ(id, 'status', `the client does not expect ${response.status}`)
  if (returns !== undefined) validate(id, 'our contract', returns, response.data)
  const pointer = described.schemaPointer(response.status)
  if (pointer !== undefined)
    validate(id, "the client's description", { $ref: `description#${pointer}` }, response.data)
}

function validate(id: string, by: string, schema: object, data: unknown) {
  const isValid = ajv.compile(schema)
  if (isValid(data)) return
  for (const { instancePath, message } of isValid.errors ?? []) differ(id, instancePath, `${by}: ${message}`)
}

function differ(id: string, at: string, what: string) {
  if (!demanded.some((one) => one.operation === id && one.at === at)) differences.push(`${id} ${at}: ${what}`)
}

/** Path parameters first, then body and query; the query comes before the body only if it is required. */
function argumentsFor(
  { operation }: Mounted,
  described: Described,
  input: ReturnType<typeof inputFor>,
): unknown[] {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const body = described.hasBody ? [input.body ?? {}] : []
  const query = described.hasQuery ? [input.query ?? {}] : []
  const rest = described.queryRequired ? [...query, ...body] : [...body, ...query]
  return [...names.map((name) => input.params[name]), ...rest]
}

function methodOf(api: GitBookAPI, name: string): Method {
  const [namespace = '', method] = name.split('.')
  const owner = (method === undefined ? api : api[namespace as keyof GitBookAPI]) as unknown as Methods
  const found = owner[method ?? namespace]
  if (found === undefined) throw new Error(`The client has no ${name}.`)
  return found.bind(owner)
}

type Method = (...values: unknown[]) => Promise<Answer>
type Methods = Readonly<Record<string, Method | undefined>>

interface Answer {
  readonly status: number
  readonly data: unknown
}
