import { hash } from 'node:crypto'
import type { gitOperations, operations } from '@stemma/contract'
import type { FastifyRequest } from 'fastify'
import type { Context, PublicContext } from '../common/context.ts'
import { ApiError } from '../common/errors.ts'
import { createGates, GateFull, type Gates } from '../common/gates.ts'
import { workFor } from '../common/owner.ts'
import { createLoopTime } from './loop-time.ts'

/**
 * Shares a process between organizations. Each has a limited number of concurrent requests; further ones
 * wait. One organization thus uses at most half of the database connections, and only the event loop time
 * that others leave. Reads by key wait only for each other.
 */
export interface Shares {
  /** Runs the work when there is capacity. If there is none in time, rejects the request with 429. */
  run<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T>
  /**
   * Does the same for the whole of a costly operation; other operations are not limited here. Work in threads
   * is queued under the caller's organization.
   */
  runCostly<T>(request: FastifyRequest, operationId: string, work: () => Promise<T>): Promise<T>
  /** Records a caller's organization, once it is known. */
  note(request: FastifyRequest, context: PublicContext | Known): void
}

/** A caller and their organization. */
interface Known extends Pick<Context, 'home'> {
  readonly caller: Pick<Context['caller'], 'userId'>
}

export interface SharesOptions {
  readonly databaseConnectionsMax: number
  readonly requestTimeoutMs: number
}

/** Operations that use much CPU time, or write much at once. */
const costly = new Set<string>([
  'duplicateSpace',
  'exportChangeRequestContent',
  'exportSpaceContent',
  'gitPush',
  'importContentInChangeRequest',
  'mergeChangeRequest',
  'restoreRevision',
  'updateChangeRequest',
  'updateChangeRequestContent',
  'updateSpaceContent',
] satisfies (keyof typeof operations | keyof typeof gitOperations)[])

/**
 * Frequent reads of a few rows by key. They share connections with all others and occupy none, so many of
 * them run at once: together, their statements cost less.
 */
export const keyed: ReadonlySet<string> = new Set([
  'getChangeRequestById',
  'getCommentInChangeRequest',
  'getCommentInSpace',
  'getCommentReplyInChangeRequest',
  'getCommentReplyInSpace',
  'getCurrentRevision',
  'getFileById',
  'getPageById',
  'getPageByPath',
  'getPageInChangeRequestById',
  'getPageInChangeRequestByPath',
  'getPageInRevisionById',
  'getPageInRevisionByPath',
  'getRevisionById',
  'getRevisionOfChangeRequestById',
  'getSiteById',
  'getSpaceById',
] satisfies (keyof typeof operations)[])

/** Their statements fill at most half of the shared connections (`db/lanes.ts`). */
const keyedMax = 32
const costlyMax = 2
const waitingMax = 1000
/** Bodies of waiting requests are held in memory. */
const costlyWaitingMax = 64

export function createShares(options: SharesOptions): Shares {
  const { databaseConnectionsMax, requestTimeoutMs: waitMs } = options
  const insideMax = Math.max(2, Math.floor((databaseConnectionsMax - lanes) / 2))
  const all = createGates({ insideMax, waitingMax, waitMs })
  const keyedOnes = createGates({ insideMax: keyedMax, waitingMax, waitMs })
  const costlyOnes = createGates({ insideMax: costlyMax, waitingMax: costlyWaitingMax, waitMs })
  const loopTime = createLoopTime()
  const owners = new Map<string, string>()
  const keyOf = (request: FastifyRequest) => {
    const pass = passOf(request)
    return owners.get(pass) ?? pass
  }
  return {
    run(request, work) {
      const key = keyOf(request)
      const isKeyed = keyed.has(request.routeOptions.config.operationId ?? '')
      return within(isKeyed ? keyedOnes : all, key, async () => {
        const end = await loopTime.begin(key)
        return work().finally(end)
      })
    },
    runCostly(request, operationId, work) {
      const key = keyOf(request)
      const owned = () => workFor(key, work)
      return costly.has(operationId) ? within(costlyOnes, key, owned) : owned()
    },
    note(request, context) {
      if (!('home' in context)) return
      const pass = passOf(request)
      const owner = context.caller.userId === '' ? `${context.home} visitors` : context.home
      if (owners.get(pass) === owner) return
      owners.set(pass, owner)
      if (owners.size > ownersMax) forgetOldest(owners)
    },
  }
}

/** Connections shared by reads; no request occupies one. */
const lanes = 2
const ownersMax = 20_000

async function within<T>(gates: Gates, key: string, work: () => Promise<T>): Promise<T> {
  const leave = await gates.enter(key).catch((error: unknown) => {
    throw error instanceof GateFull ? tooManyAtOnce() : error
  })
  try {
    return await work()
  } finally {
    leave()
  }
}

function tooManyAtOnce() {
  const message = 'Too many requests of this organization are in progress. Send fewer at a time.'
  return new ApiError('rate_limited', message, { retryAfterSeconds: 1 })
}

/**
 * What is known about a caller before any query: the credential, and the first object in the path. The
 * organization that both led to last time only determines which queue to wait in.
 */
function passOf(request: FastifyRequest): string {
  const known = passes.get(request)
  if (known !== undefined) return known
  const { headers, ip, params } = request
  const credential = headers.authorization ?? headers.cookie ?? ip
  const [named = ''] = Object.values((params ?? {}) as Readonly<Record<string, string>>)
  const pass = hash('sha256', `${credential}\n${named}`, 'base64url')
  passes.set(request, pass)
  return pass
}

const passes = new WeakMap<FastifyRequest, string>()

function forgetOldest(owners: Map<string, string>) {
  for (const pass of owners.keys()) {
    if (owners.size <= ownersMax / 2) return
    owners.delete(pass)
  }
}
