import type { Operation } from '@stemma/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { reading } from '../db/transaction.ts'
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
