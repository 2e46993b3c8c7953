import { type Operation, paramNames } from '@stemma/contract'
import type { Addresses } from '../common/addresses.ts'
import type { Context } from '../common/context.ts'
import { ApiError } from '../common/errors.ts'
import type { FindStanding } from './remembered-standing.ts'
import { isOpenTo, sees } from './resolver.ts'
import { isSecret, secretHash } from './secrets.ts'
import { type SessionSettings, ssoProvedAfter } from './session-settings.ts'
import type { Found, Lookup } from './standing.ts'

/**
 * Identifies the caller and their standing to the objects in the path; 401 without a valid token. Session
 * secrets are accepted only in their cookie, token secrets only in the header. The header takes precedence.
 */
export async function authenticate(
  { db, findStanding, sessions }: Entrance,
  { authorization, cookie }: Credentials,
  lookup: Omit<Lookup, 'secretHash' | 'ssoProvedAfter'>,
): Promise<Found> {
  const byCookie = authorization === undefined
  const secret = byCookie ? cookie : authorization.match(/^Bearer ([\w-]{1,200})$/i)?.[1]
  const found =
    secret !== undefined && isSecret(secret)
      ? await findStanding(db, {
          ...lookup,
          secretHash: secretHash(secret),
          ssoProvedAfter: ssoProvedAfter(sessions, lookup.now),
        })
      : undefined
  if (found === undefined || (found.session !== undefined) !== byCookie) throw unauthenticated()
  return found
}

interface Entrance {
  readonly db: Context['db']
  readonly findStanding: FindStanding
  readonly sessions: SessionSettings
}

export interface Credentials {
  readonly authorization: string | undefined
  /** The value of the session cookie. */
  readonly cookie: string | undefined
}

export function unauthenticated() {
  return new ApiError(
    'unauthenticated',
    'Send a valid token as `Authorization: Bearer …` (`stemma-server token create` creates one), or sign in.',
  )
}

/**
 * Rejects a request that was meant for the credentials of somebody else, such as a text that waited in a
 * browser until another person signed in there.
 */
export function requireUser(expected: string | string[] | undefined, userId: string) {
  if (expected === undefined || expected === userId) return
  throw new ApiError(
    'unauthenticated',
    'You are signed in as somebody else. Sign in as the author of this.',
    {
      details: { expectedUser: expected },
    },
  )
}

/** Rejects cross-site requests, such as a form on another website that the browser submits. */
export function requireOwnPage(headers: PageHeaders, { origins }: SessionSettings) {
  if (headers['sec-fetch-site'] === 'same-origin') return
  if (headers.origin !== undefined && origins.includes(headers.origin)) return
  throw new ApiError(
    'cross_site_request',
    `With a session, you can make changes only from ${origins.join(' and ')}. Elsewhere, use a token.`,
  )
}

interface PageHeaders {
  readonly origin?: string | undefined
  readonly 'sec-fetch-site'?: string | string[] | undefined
}

/** Content tokens are the only ones with three parts. The signature is verified later. */
export function contentTokenOf(authorization: string | undefined): string | undefined {
  return authorization?.match(/^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i)?.[1]
}

/**
 * The only place that decides about permission: first what the token allows, then what the person may do.
 * Callers who can't see the object get 404; those who can see it but not do this get 403.
 */
export function requireAccess(operation: Operation, { caller, standing, home }: Found, addresses: Addresses) {
  requireGranted(operation, caller)
  if (isOpenTo(operation, standing)) return
  if (standing.organization === 'sso_required') throw ssoRequired(home, addresses)
  if (standing.organization === 'second_factor_required') throw secondFactorRequired(home, addresses)
  if (!sees(paramNames(operation.path), standing)) {
    throw new ApiError(
      'not_found',
      "This doesn't exist, or you don't have access to it. Check the IDs in the URL.",
    )
  }
  throw new ApiError('forbidden', `This requires ${operation.access.join(' or ')}. Ask an admin for access.`)
}

/** The same decision where nobody waits for an answer, such as before each event of a stream. */
export function hasAccess(operation: Operation, found: Found, addresses: Addresses): boolean {
  try {
    requireAccess(operation, found, addresses)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** Only members learn that the organization exists, and where to sign in. */
function ssoRequired(organizationId: string, addresses: Addresses) {
  const loginURL = addresses.loginTo(organizationId)
  return new ApiError(
    'sso_required',
    'This organization requires single sign-on, also for tokens. Your sign-in is missing or has expired. ' +
      `Sign in at ${loginURL}. If you use a token, create a new one there.`,
    { details: { organization: organizationId, loginURL } },
  )
}

function secondFactorRequired(organizationId: string, addresses: Addresses) {
  const loginURL = addresses.loginAgain()
  return new ApiError(
    'second_factor_required',
    'This organization requires a second factor, also for tokens. Add one to your account, then sign in ' +
      `with it at ${loginURL}. If you use a token, create a new one there.`,
    { details: { organization: organizationId, loginURL } },
  )
}

/**
 * A personal token has its own scopes; the token of an installation has those granted to it. Also for
 * handlers whose input requires what another operation requires.
 */
export function requireGranted({ access, scope, installations }: Operation, caller: Context['caller']) {
  const { installation } = caller
  // A content token has no scopes of its own: an operation for visitors says so in its `access`.
  if (caller.userId === '' && access.some((one) => one === 'audience' || one.endsWith('.audience'))) return
  if (installation === undefined) return requireScope(scope, caller)
  if (installations === undefined) {
    throw new ApiError(
      'insufficient_scope',
      "Installations can't do this. Use the personal access token of a user.",
    )
  }
  if (installations.length === 0 || installations.some((one) => installation.scopes.includes(one))) return
  const needed = installations.join(' or ')
  throw new ApiError(
    'insufficient_scope',
    `The installation was not granted ${needed}. Install the integration again to grant it.`,
    {
      details: { scope: installations },
    },
  )
}

/** For operations on a person, outside any organization. */
export function requireUnbound({ organizationId }: Context['caller']) {
  if (organizationId === null) return
  throw new ApiError('forbidden', 'This token is bound to one organization. Use a token that is not.')
}

/** Also for handlers whose input requires an additional scope. */
export function requireScope(scope: Operation['scope'], { scopes }: Context['caller']) {
  if (scopes === null) return
  if (scope === null) {
    throw new ApiError(
      'insufficient_scope',
      'This requires a token that is not limited to scopes. Create one, or sign in.',
    )
  }
  if (!scopes.includes(scope)) {
    throw new ApiError(
      'insufficient_scope',
      `This token lacks the scope ${scope}. Create a token that has it.`,
      {
        details: { scope },
      },
    )
  }
}
