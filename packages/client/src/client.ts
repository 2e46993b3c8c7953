import { type Input, type Operation, type Operations, type Output, operations } from '@stemma/contract'
import type { CallOptions, RequestOptions } from './call-options.ts'
import { type AnyInput, toHttpRequest } from './http-request.ts'
import { type Fetch, type Sleep, send, sleepFor } from './send.ts'
import { type StreamOptions, streamEvents } from './stream.ts'

/**
 * One typed method for each operation, derived from the contract without generated code. `request` calls an
 * operation by its ID and also returns the status and the headers.
 */
export type Client<T extends Operations = typeof operations> = {
  readonly [Id in keyof T]: Method<T[Id]>
} & { readonly request: RequestById<T> }

export type Method<O extends Operation> = O extends { readonly streams: true }
  ? (...args: InputFirst<O, [options?: StreamOptions]>) => AsyncGenerator<Output<O>, void, undefined>
  : (...args: InputFirst<O, [options?: CallOptions]>) => Promise<Output<O>>

interface RequestById<T extends Operations> {
  <Id extends keyof T>(
    id: Id,
    input: ClientInput<T[Id]>,
    options: RequestOptions & { readonly ifNoneMatch: string },
  ): Promise<Answer<T[Id]> | NotModified>
  <Id extends keyof T>(id: Id, ...args: InputFirst<T[Id], [options?: CallOptions]>): Promise<Answer<T[Id]>>
}

/** The input is optional if all of its parts are. */
type InputFirst<O extends Operation, Rest extends unknown[]> =
  Record<never, never> extends ClientInput<O>
    ? [input?: ClientInput<O>, ...Rest]
    : [input: ClientInput<O>, ...Rest]

/** The server applies the defaults of the query, so every field of it may be omitted or undefined. */
export type ClientInput<O extends Operation> = PartOf<O, 'params'> & PartOf<O, 'body'> & QueryOf<O>

type PartOf<O extends Operation, Name extends 'params' | 'body'> = Name extends keyof Input<O>
  ? Pick<Input<O>, Name>
  : { readonly [N in Name]?: never }
type QueryOf<O extends Operation> =
  Input<O> extends { query: infer Q }
    ? { readonly query?: { readonly [Name in keyof Q]?: Q[Name] | undefined } }
    : { readonly query?: never }

export interface Answer<O extends Operation> {
  readonly status: Operation['status']
  readonly headers: Headers
  readonly data: Output<O>
}

export interface NotModified {
  readonly status: 304
  readonly headers: Headers
  readonly data: undefined
}

export interface ClientOptions {
  /** The URL of the server, without `/v1`. */
  readonly endpoint: string
  readonly token?: string | undefined
  readonly fetch?: Fetch
  /** How often a call is retried after a temporary failure; defaults to 3. */
  readonly retries?: number
  readonly userAgent?: string
  readonly sleep?: Sleep
}

export function createClient<T extends Operations = typeof operations>(
  options: ClientOptions & { readonly operations?: T },
): Client<T> {
  const table: Operations = options.operations ?? operations
  const server = {
    endpoint: options.endpoint.replace(/\/+$/, ''),
    token: options.token,
    userAgent: options.userAgent ?? 'stemma-client',
  }
  const transport = {
    fetch: options.fetch ?? fetch,
    retries: options.retries ?? 3,
    sleep: options.sleep ?? sleepFor,
  }
  requireUsable(server)

  async function request(id: string, input: AnyInput = {}, callOptions: RequestOptions = {}) {
    const operation = table[id]
    if (operation === undefined) throw new TypeError(`There is no operation ${id}.`)
    if (operation.streams) throw new TypeError(`${id} is a stream: call it as a method.`)
    return send(toHttpRequest(server, operation, input, callOptions), transport)
  }
  const call =
    (id: string) =>
    async (input?: AnyInput, callOptions: CallOptions = {}) =>
      (await request(id, input, callOptions)).data
  const stream =
    (operation: Operation) =>
    (input: AnyInput = {}, { lastEventId, ...callOptions }: StreamOptions = {}) => {
      const isBounded = input.query?.seconds !== undefined
      const sent = toHttpRequest(server, operation, input, callOptions)
      return streamEvents(sent, transport, { lastEventId, isBounded })
    }
  const methods = Object.entries(table).map(([id, operation]) => [
    id,
    operation.streams ? stream(operation) : call(id),
  ])
  return { ...Object.fromEntries(methods), request }
}

/** Validated here, in messages without the values: the errors of `fetch` would contain the secret. */
function requireUsable({ endpoint, token }: { endpoint: string; token: string | undefined }) {
  const url = URL.parse(endpoint)
  if (!/^https?:$/.test(url?.protocol ?? '')) {
    throw new TypeError('The endpoint must be an address that begins with http:// or https://.')
  }
  if (url?.username || url?.password || url?.search || url?.hash) {
    throw new TypeError('The endpoint must have no user name, no password, no query and no fragment.')
  }
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw new TypeError('The token is empty or contains characters that no token has.')
  }
}
