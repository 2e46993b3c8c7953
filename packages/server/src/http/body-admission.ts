import type { Operation } from '@stemma/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../common/errors.ts'
import { reading } from '../db/transaction.ts'
import { parseJsonBody } from './json-body.ts'
import type { Core, Route } from './route.ts'
import { identify } from './visitor.ts'

/** A body of this size costs less to read and validate than it costs to identify its sender. */
export const smallBodyBytes = 16 * 1024

/** Without a caller, or without a schema, there is no reason to send more than a small body. */
export function bodyLimitOf({ access, body, bodyBytesMax }: Operation, limits: Core['limits']): number {
  const isLarge = body !== undefined && access[0] !== 'public'
  return isLarge ? (bodyBytesMax ?? limits.bodyBytes) : Math.min(smallBodyBytes, limits.bodyBytes)
}

/**
 * Runs before the body is read. Callers who send more than a small body, or anything but JSON, are identified
 * first; if they are rejected, nothing of the body is parsed. No transaction waits for the body: the
 * operation identifies the caller again in its own transaction.
 */
export async function admitBody(core: Core, route: Route, request: FastifyRequest, reply: FastifyReply) {
  const bytes = announcedBytes(request)
  const limit = Math.min(smallBodyBytes, bodyLimitOf(route.operation, core.limits))
  if (bytes === 0 || (bytes <= limit && isJson(request))) return
  await reading(() => identify(core, route, request, reply, { isBodyRead: false }))
}

function isJson({ headers }: FastifyRequest): boolean {
  return /^application\/json *(?:;|$)/i.test(headers['content-type'] ?? '')
}

function announcedBytes({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY
  return Number(headers['content-length'] ?? 0)
}

/** Parses a body. What is wrong with it is reported only to callers with access. */
export function receiveJson(request: FastifyRequest, body: Buffer, done: Received) {
  try {
    const value = parseJsonBody(body)
    // Other requests get their turn before a large body is validated.
    if (body.length > smallBodyBytes) setImmediate(done, null, value)
    else done(null, value)
  } catch (error) {
    if (!(error instanceof ApiError)) return done(error as Error)
    request.bodyError = error
    done(null, undefined)
  }
}

type Received = (error: Error | null, body?: unknown) => void
