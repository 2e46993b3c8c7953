import type { Readable } from 'node:stream'
import type { Input, Operation, Operations, Output, ParamName } from '@stemma/contract'
import type { FastifyRequest } from 'fastify'
import type { FindStanding } from '../auth/remembered-standing.ts'
import type { Context, PublicContext } from '../common/context.ts'
import type { Database } from '../db/database.ts'
import type { RateLimiter } from './rate-limit.ts'
import type { Shares } from './shares.ts'
import type { Versioned } from './versioned.ts'

/** One function per operation. Forgetting one is a compile error. */
export type Handlers<T extends Operations> = {
  readonly [K in keyof T]: (input: Received<T[K]>, context: ContextOf<T[K]>) => Promise<Answered<T[K]>>
}

/** Returned by a handler if the object to delete doesn't exist: the response is 204. */
export const absent = Symbol('absent')

/** The input of a handler. An omitted body is an empty object. */
type Received<O extends Operation> = Required<Input<O>>
type ContextOf<O extends Operation> = O['access'][0] extends 'public' ? PublicContext : Context
type Answered<O extends Operation> = O extends { readonly streams: true }
  ? Readable
  : Output<O> extends undefined
    ? undefined | typeof absent
    : Output<O>

/** The dependencies that all operations share. */
export interface Core extends Omit<PublicContext, 'now' | 'requestId'> {
  readonly clock: () => Date
  readonly limits: {
    readonly tokens: RateLimiter
    /** For all tokens and sessions of a person together. */
    readonly people: RateLimiter
    readonly strangers: RateLimiter
    /** The size limit of bodies, unless the operation has its own. */
    readonly bodyBytes: number
  }
  readonly shares: Shares
  /** The memory for pages of published sites. */
  readonly sitesCacheBytes: number
  /** The folder for git repositories of spaces. */
  readonly gitFolder: string
  /** How often a process stores what it counted on published sites. */
  readonly insightSeconds: number
  readonly streams: StreamLimits
  readonly onTokenUsed: (tokenId: string, now: string) => void
  readonly findStanding: FindStanding
}

export interface StreamLimits {
  /** Open streams in one process. */
  readonly perPerson: number
  readonly perOrganization: number
  /** How often something is sent on a silent stream. */
  readonly keepAliveMs: number
}

/**
 * Locks the object in the path until the transaction ends. What the handler locks before the object is locked
 * before it here, too, or a request with `If-Match` and one without would wait for each other.
 */
type Lock = (
  db: Database,
  params: Readonly<Record<ParamName, string>>,
  asked: { readonly body: unknown; readonly context: Context },
) => Promise<unknown>

type Handle = ((input: object, context: PublicContext) => Promise<unknown>) &
  Partial<Versioned<object, unknown, unknown>>

export interface Route {
  readonly operationId: string
  readonly operation: Operation
  readonly handle: Handle
  /** The operation that reads the object at this path, which determines its ETag. */
  readonly shownBy: Pick<Route, 'operation' | 'handle'> | undefined
  /** Where the returned object can be read, relative to the operation's path. */
  readonly readAt: 'below' | 'above' | undefined
  readonly lock: Lock | undefined
  readonly prepare: Prepare | undefined
  readonly needsPreparing: (body: unknown) => boolean
}

/** Slow work without visible changes for one operation, such as fetching a file. */
type Prepare = (input: object, context: Context) => Promise<unknown>

/** Settings of a resource's operations other than their handlers. */
export interface MountOptions<T extends Operations> {
  readonly lock?: Lock
  /** Runs before the transaction; the handler gets the result as `prepared` in its context. */
  readonly prepare?: {
    readonly [K in keyof T]?: (input: Received<T[K]>, context: Context) => Promise<unknown>
  }
  /** Whether there is anything to prepare for a body, which is not validated yet. Defaults to yes. */
  readonly needsPreparing?: (body: unknown) => boolean
}

export function routesOf<T extends Operations>(
  operations: T,
  handlers: object,
  options: MountOptions<T>,
): Route[] {
  const all = Object.entries(operations).map(([operationId, operation]) => {
    return { operationId, operation, handle: handlers[operationId as never] as Route['handle'] }
  })
  const reads = all.filter(({ operation }) => operation.method === 'GET')
  const answered = all.filter(({ operationId }) => operationId in handlers)
  return answered.map((route) => ({
    ...route,
    shownBy: shownBy(route, reads),
    readAt: readAt(
      route.operation,
      reads.map(({ operation }) => operation),
    ),
    lock: options.lock,
    prepare: options.prepare?.[route.operationId] as Route['prepare'],
    needsPreparing: options.needsPreparing ?? (() => true),
  }))
}

type Shown = Pick<Route, 'operationId' | 'operation' | 'handle'>

function shownBy({ operationId, operation }: Shown, reads: readonly Shown[]): Shown | undefined {
  const read = reads.find((one) => one.operation.path === operation.path)
  if (read !== undefined && read.handle === undefined)
    throw new Error(`The resource that implements ${operationId} must also implement ${read.operationId}.`)
  return read
}

/** A list at the same path doesn't count, because it doesn't return a single object. */
function readAt({ path, returns }: Operation, reads: readonly Operation[]): Route['readAt'] {
  const same = reads.filter((read) => read.returns === returns)
  if (same.some((read) => /^\/\{\w+\}$/.test(read.path.replace(path, '')))) return 'below'
  return same.some((read) => read.path === path.slice(0, path.lastIndexOf('/'))) ? 'above' : undefined
}

/** The path in the router's syntax. `{pagePath}` may contain slashes. */
export function routerPath(path: string): string {
  return path.replace('{pagePath}', '*').replaceAll(/\{(\w+)\}/g, ':$1')
}

export function inputOf({ params, query, body }: FastifyRequest) {
  const { '*': pagePath, ...rest } = params as Record<string, string>
  return { params: pagePath === undefined ? rest : { ...rest, pagePath }, query, body }
}
