import { type Server, serve } from '../../packages/server/src/test/harness.ts'
import { inputFor, type Mounted, mountedOperations } from '../../packages/server/src/test/samples.ts'
import { givenWorld } from '../../packages/server/src/test/world.ts'
import { type Answer, callThrough, reasonOf } from './calling.ts'
import { type Client, clients } from './clients.ts'
import { type Described, type Mismatch, mismatchesWith } from './description.ts'
import { type Difference, differences as listed } from './differences.ts'
import { checkDocuments } from './documents.ts'
import { checkInputs } from './inputs.ts'

/**
 * Two versions of the stock npm client call every mounted operation that they have, over a real socket. Each
 * response must match our contract and the client's own description, and our contract must take every input
 * that a client describes.
 */
const server = await serve({ rateLimitPerMinute: 1_000_000 })
const endpoint = await server.app.listen({ host: '127.0.0.1', port: 0 })
const results: Result[] = []
try {
  for (const client of clients) results.push(await conform(server, client))
} finally {
  await server.stop()
}

const documents = checkDocuments()
const inputs = checkInputs()
for (const line of [...documents.differences, ...inputs.differences]) console.log(line)
const seen = new Set(results.flatMap((result) => result.allowed))
const unused = listed.filter((one) => !seen.has(one))
for (const { operation, at } of unused) {
  console.log(`${operation} ${at}: is listed as a difference, but no client found it`)
}
for (const { client, differences, unknown } of results) {
  for (const line of differences) console.log(`${client.version}: ${line}`)
  console.log(`the client ${client.version} has no ${unknown.join(', ')}`)
}
const figures = results.map(
  ({ client, called, valid, differences }) =>
    `${client.version}: ${called} operations called, ${valid} valid, ${differences.length} differences`,
)
console.log(`documents: ${documents.figures}`)
console.log(`inputs: ${inputs.figures}`)
console.log(`conformance: ${figures.join('; ')}`)
const isBroken =
  documents.differences.length > 0 ||
  inputs.differences.length > 0 ||
  unused.length > 0 ||
  results.some(({ differences }) => differences.length > 0)
process.exitCode = isBroken ? 1 : 0

async function conform(started: Server, client: Client): Promise<Result> {
  const result: Result = { client, called: 0, valid: 0, differences: [], unknown: [], allowed: [] }
  for (const mounted of mountedOperations()) await conformOne(started, result, mounted)
  return result
}

async function conformOne(started: Server, result: Result, mounted: Mounted) {
  const { id, operation } = mounted
  const { client } = result
  const described = client.description.find(operation.method, operation.path)
  const methodName = client.methodName(id)
  if (described === undefined || methodName === undefined) return result.unknown.push(id)
  const { ours } = await givenWorld(started)
  const api = client.connect({ endpoint, authToken: ours.admin.secret })
  const found = result.differences.length
  result.called++
  try {
    const input = inputFor(mounted, ours, ours.admin)
    const response = await callThrough(api, methodName, mounted, described, input)
    for (const mismatch of mismatches(mounted, described, response)) differ(result, id, mismatch)
    if (result.differences.length === found) result.valid++
  } catch (error) {
    result.differences.push(`${id}: the client threw ${reasonOf(error)}`)
  }
}

function mismatches({ operation }: Mounted, described: Described, { status, data }: Answer): Mismatch[] {
  const { returns } = operation
  const ours = returns === undefined ? [] : mismatchesWith(returns, data)
  const theirs = described.mismatches(status, data) ?? []
  return [
    ...(status === operation.status ? [] : [{ at: 'status', message: `${status}, not ${operation.status}` }]),
    ...(described.statuses.includes(status)
      ? []
      : [{ at: 'status', message: `the client does not expect ${status}` }]),
    ...ours.map(({ at, message }) => ({ at, message: `our contract: ${message}` })),
    ...theirs.map(({ at, message }) => ({ at, message: `the client's description: ${message}` })),
  ]
}

function differ({ client, differences, allowed }: Result, id: string, { at, message }: Mismatch) {
  const known = listed.find(
    ({ operation, at: there, clients = [client.version] }) =>
      operation === id && there === at && clients.includes(client.version),
  )
  if (known === undefined) differences.push(`${id} ${at}: ${message}`)
  else allowed.push(known)
}

interface Result {
  readonly client: Client
  called: number
  valid: number
  readonly differences: string[]
  readonly unknown: string[]
  readonly allowed: Difference[]
}
