import { contextIdOf } from '../auth/audience.ts'
import type { Context } from '../common/context.ts'

/**
 * A read whose response depends only on an immutable version. The version is looked up first, so that callers
 * who already have it get 304 without the response being built.
 */
export interface Versioned<Input, Found, Answer> {
  (input: Input, context: Context): Promise<Answer>
  readonly version: Version<Input, Found>
  readonly show: (found: Found, input: Input, context: Context) => Promise<Answer>
}

export interface Version<Input, Found> {
  readonly find: (input: Input, context: Context) => Promise<Found>
  /** The ETag that a write sends in `If-Match`. */
  readonly stateOf: (found: Found) => string
  /** Anything else that changes the response, such as expiring URLs. */
  readonly alsoOf?: (found: Found, context: Context) => string
}

export function versioned<Input, Found, Answer>(
  version: Version<Input, Found>,
  show: (found: Found, input: Input, context: Context) => Promise<Answer>,
): Versioned<Input, Found, Answer> {
  const handle = async (input: Input, context: Context) =>
    show(await version.find(input, context), input, context)
  return Object.assign(handle, { version, show })
}

/**
 * The part of the tag before the dot identifies the state; the rest covers everything else in the response.
 */
export function tagOf<Found>(version: Version<never, Found>, found: Found, context: Context): string {
  const seenAs = context.audience && contextIdOf(context.audience)
  const also = [version.alsoOf?.(found, context), seenAs].filter((part) => part !== undefined).join('-')
  return also === '' ? `"${version.stateOf(found)}"` : `"${version.stateOf(found)}.${also}"`
}
