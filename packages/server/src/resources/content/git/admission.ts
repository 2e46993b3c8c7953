import type { gitOperations } from '@stemma/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import { inTransaction, reading } from '../../../db/transaction.ts'
import { emit } from '../../../events/emit.ts'
import type { Event } from '../../../events/events.ts'
import type { Git } from '../../../git/following.ts'
import type { Core } from '../../../http/route.ts'
import { identify } from '../../../http/visitor.ts'
import type { Caches } from './catching-up.ts'

export interface GitRoute {
  Params: { readonly organizationId: string; readonly spaceId: string; readonly name: string }
  Querystring: { readonly service?: string }
}

export const base = '/git/:organizationId/:spaceId/:name'

/** What the routes of git have in common. */
export interface Served {
  readonly core: Core
  readonly git: Git
  readonly caches: Caches
  readonly enter: Enter
}

export type Enter = (
  operation: GitOperation,
  request: FastifyRequest<GitRoute>,
  reply: FastifyReply,
) => Promise<Context>

type GitOperation = (typeof gitOperations)[keyof typeof gitOperations]

/** Decides whether a caller may fetch from a repository, or push to it. */
export async function admit(
  core: Core,
  operation: GitOperation,
  request: FastifyRequest<GitRoute>,
  reply: FastifyReply,
): Promise<Context> {
  const ask = () => reading(() => identifyAt(core, operation, request, reply))
  const context = await core.shares.run(request, ask)
  core.shares.note(request, context)
  return context
}

/** The same, in a transaction that has its share already. */
export async function identifyAt(
  core: Core,
  operation: GitOperation,
  request: FastifyRequest<GitRoute>,
  reply: FastifyReply,
): Promise<Context> {
  const context = (await identify(core, { operation }, request, reply)) as Context
  const { organizationId, name } = request.params
  if (context.home !== organizationId || !name.endsWith('.git')) {
    throw new ApiError('not_found', 'There is no such repository. Copy its URL from the space.')
  }
  return context
}

/** Records what changes nothing in the space. */
export function note({ db }: Core, context: Context, event: Event) {
  return inTransaction(db, { repeatable: false }, (inside) => emit({ ...context, db: inside }, event))
}
