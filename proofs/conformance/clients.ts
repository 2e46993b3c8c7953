import { readFile } from 'node:fs/promises'
import { GitBookAPI as PromisedClient } from '@gitbook/api'
import { GitBookAPI as NewestClient } from '@gitbook/api-newest'
import { type Description, readDescription } from './description.ts'

/** One version of the npm client with its own description of the API. */
export interface Client {
  readonly version: string
  readonly description: Description
  readonly connect: (options: { endpoint: string; authToken: string }) => object
  /** The method that calls an operation, such as `orgs.getTeamInOrganizationById`. */
  readonly methodName: (operationId: string) => string | undefined
}

/** The version that the project promises to support, then the newest one that it was tested with. */
export const clients: readonly Client[] = [
  await readClient('@gitbook/api', (options) => new PromisedClient(options)),
  await readClient('@gitbook/api-newest', (options) => new NewestClient(options)),
]

async function readClient(packageName: string, connect: Client['connect']): Promise<Client> {
  const file = new URL(import.meta.resolve(`${packageName}/spec/openapi.json`))
  const manifest: { version: string } = JSON.parse(await readFile(new URL('../package.json', file), 'utf8'))
  const names = methodNames(connect({ endpoint: 'http://127.0.0.1', authToken: '' }))
  return {
    version: manifest.version,
    description: readDescription(JSON.parse(await readFile(file, 'utf8'))),
    connect,
    methodName: (operationId) => names.get(operationId.toLowerCase()),
  }
}

/** Methods have the names of operations, except that some letters of acronyms are lower case. */
function methodNames(client: object): ReadonlyMap<string, string> {
  const functions = (owner: object) =>
    Object.entries(owner)
      .filter(([, value]) => typeof value === 'function')
      .map(([name]) => name)
  const own = functions(client).map((name) => [name.toLowerCase(), name] as const)
  const inNamespaces = Object.entries(client)
    .filter(([, value]) => value !== null && typeof value === 'object')
    .flatMap(([namespace, value]) =>
      functions(value).map((name) => [name.toLowerCase(), `${namespace}.${name}`] as const),
    )
  return new Map([...own, ...inNamespaces])
}
