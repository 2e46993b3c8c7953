import { GitBookAPIError as PromisedError } from '@gitbook/api'
import { GitBookAPIError as NewestError } from '@gitbook/api-newest'
import type { inputFor, Mounted } from '../../packages/server/src/test/samples.ts'
import type { Described } from './description.ts'

export interface Answer {
  readonly status: number
  readonly data: unknown
}

/** Calls an operation through the client's own method. */
export function callThrough(
  client: object,
  methodName: string,
  mounted: Mounted,
  described: Described,
  input: ReturnType<typeof inputFor>,
): Promise<Answer> {
  return methodOf(client, methodName)(...argumentsFor(mounted, described, input))
}

export function reasonOf(error: unknown): string {
  const isRejection = error instanceof PromisedError || error instanceof NewestError
  return isRejection ? (error as Error).message : String(error)
}

/** Path parameters first, then body and query; the query comes before the body only if it is required. */
function argumentsFor(
  { operation }: Mounted,
  { hasBody, query }: Described,
  input: ReturnType<typeof inputFor>,
): unknown[] {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const bodies = hasBody ? [input.body ?? {}] : []
  const queries = query.length > 0 ? [input.query ?? {}] : []
  const isQueryFirst = query.some((parameter) => parameter.required)
  const rest = isQueryFirst ? [...queries, ...bodies] : [...bodies, ...queries]
  return [...names.map((name) => input.params[name]), ...rest]
}

function methodOf(client: object, methodName: string): Method {
  const [namespace = '', method] = methodName.split('.')
  const members = client as Readonly<Record<string, unknown>>
  const owner = (method === undefined ? client : members[namespace]) as Methods
  const found = owner[method ?? namespace]
  if (found === undefined) throw new Error(`The client has no ${methodName}.`)
  return found.bind(owner)
}

type Method = (...values: unknown[]) => Promise<Answer>
type Methods = Readonly<Record<string, Method | undefined>>
