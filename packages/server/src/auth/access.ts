import { type Operation, paramNames } from '@stemma/contract'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { allows, sees } from './resolver.ts'
import { isSecret, secretHash } from './secrets.ts'
import { type Found, findStanding, type Lookup } from './standing.ts'

/** Who is asking, and how they stand to what they ask about: 401 without a valid token. */
export async function authenticate(
  db: Context['db'],
  authorization: string | undefined,
  lookup: Omit<Lookup, 'secretHash'>,
): Promise<Found> {
  const secret = authorization?.match(/^Bearer ([\w-]{1,200})$/i)?.[1]
  const found =
    secret !== undefined && isSecret(secret)
      ? await findStanding(db, { ...lookup, secretHash: secretHash(secret) })
      : undefined
  if (found === undefined) throw unauthenticated()
  return found
}

export function unauthenticated() {
  return new ApiError(
    'unauthenticated',
    'Send a valid token as `Authorization: Bearer …`; create one with `stemma-server token create`.',
  )
}

/** What is sent as a content token, which alone has three parts; whether it is one its signature tells. */
export function contentTokenOf(authorization: string | undefined): string | undefined {
  return authorization?.match(/^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i)?.[1]
}

/**
 * The one place where permission is decided: first what the token may do, then what the
 * person may do. Who may not even see the thing is told there is none (404); who may see
 * it but not do this is told so (403).
 */
export function requireAccess(operation: Operation, { caller, standing }: Found) {
  requireScope(operation.scope, caller)
  if (operation.access.some((access) => allows(access, standing))) return
  if (!sees(paramNames(operation.path), standing)) {
    throw new ApiError('not_found', 'There is nothing here that you may see. Check the ids in the address.')
  }
  throw new ApiError('forbidden', `This needs ${operation.access.join(' or ')}. Ask an admin for the right.`)
}

/** Also for handlers whose input asks for a further scope. */
export function requireScope(scope: Operation['scope'], { scopes }: Context['caller']) {
  if (scopes === null) return
  if (scope === null) {
    throw new ApiError('insufficient_scope', 'This needs a token without a list of scopes.')
  }
  if (!scopes.includes(scope)) {
    throw new ApiError('insufficient_scope', `This token lacks the scope ${scope}. Create one that has it.`, {
      details: { scope },
    })
  }
}
