import type { ParamName } from '@stemma/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../common/context.ts'
import { ApiError } from '../common/errors.ts'
import { isShownObject, serialize } from './answer.ts'
import { etagOf, matches } from './etag.ts'
import { inputOf, type Route } from './route.ts'

/**
 * Rejects a write if `If-Match` doesn't name the current state. The row is locked first, so that nothing can
 * change between this check and the write.
 */
export async function requireMatch(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
) {
  const header = request.headers['if-match']
  if (header === undefined) return
  const etag = await presentEtag(route, request, reply, context)
  // Parts of a tag that don't depend on the state, such as URL expiry, don't fail a precondition.
  if (etag !== undefined && matches(header.replaceAll(/\.[\w-]+"/g, '"'), etag, { weak: false })) return
  throw new ApiError(
    'precondition_failed',
    'This has changed since you read it. Read it again, and send the new ETag as If-Match.',
    { details: { etag } },
  )
}

async function presentEtag(
  { shownBy, lock }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
) {
  if (shownBy === undefined || lock === undefined || !isShownObject({ ...shownBy, shownBy })) return undefined
  const input = inputOf(request)
  await lock(context.db, input.params as Record<ParamName, string>, { body: input.body, context })
  const { handle, operation } = shownBy
  try {
    if (handle.version) return `"${handle.version.stateOf(await handle.version.find(input, context))}"`
    return etagOf(serialize(reply, await handle({ ...input, query: {} }, context), operation))
  } catch (error) {
    if (error instanceof ApiError && error.reason === 'not_found') return undefined
    throw error
  }
}
