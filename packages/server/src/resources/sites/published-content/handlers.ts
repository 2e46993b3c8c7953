import type { siteExplanationOperations, urlOperations } from '@stemma/contract'
import { gateFor, refusalOf, type Visitor, visibleStructure } from '../../../auth/audience.ts'
import { claimsOf } from '../../../auth/claims.ts'
import { findDoor, type SiteDoor } from '../../../auth/site-standing.ts'
import { readVisitorToken } from '../../../auth/visitor-token.ts'
import { ApiError, found } from '../../../common/errors.ts'
import type { Handlers } from '../../../http/route.ts'
import { readShown } from '../../../publishing/structure.ts'
import { resolve } from './resolving.ts'
import { explained } from './rules.ts'

export const urlHandlers: Handlers<typeof urlOperations> = {
  async resolvePublishedContentByUrl({ body: { url, redirectOnError = false, visitor = {} } }, context) {
    const { jwtToken: token, unsignedClaims } = visitor
    return resolve(context, { url, redirectOnError, token, unsignedClaims })
  },

  async getPublishedContentByUrl({ query: { visitorAuthToken: token, ...asked } }, context) {
    return resolve(context, { ...asked, token })
  },
}

export const siteExplanationHandlers: Handlers<typeof siteExplanationOperations> = {
  async explainSiteAudience({ params, query }, { db, seals, now }) {
    const door = found(await findDoor({ db, seals }, params), 'site')
    const visitor = await imagined(door, query, now)
    const there = await readShown(db, params)
    const { hidden } = visibleStructure(there, gateFor({ door, visitor }))
    const refusal = refusalOf({ door, visitor })
    const items = explained(there, hidden, refusal)
    return {
      object: 'site-explanation',
      admitted: refusal === undefined,
      ...(refusal && { refusal }),
      items: query.item === undefined ? items : items.filter(({ id }) => id === query.item),
    }
  },
}

interface Imagined {
  readonly shareKey?: string
  readonly visitorToken?: string
  readonly claims?: string
}

/** The visitor that these parameters describe. Given claims are treated like a token that contains them. */
async function imagined(
  { schema, privateKey }: SiteDoor,
  { shareKey, visitorToken, claims }: Imagined,
  now: string,
): Promise<Visitor> {
  const token = await readVisitorToken(visitorToken, { privateKey, now })
  const said = claims === undefined ? undefined : parsed(claims)
  const signed = said ?? (token.token === 'valid' ? token.claims : undefined)
  return {
    token: said ? 'valid' : token.token,
    ...(shareKey !== undefined && { shareKey }),
    ...(signed && { claims: claimsOf(schema, { signed, unsigned: said?.unsigned }) }),
  }
}

function parsed(claims: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(claims)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Reported below, like any value that isn't an object.
  }
  const message = 'must be a JSON object'
  throw new ApiError('invalid_request', `The claims ${message}. Write them as {"name": value}.`, {
    details: [{ pointer: '/query/claims', message }],
  })
}
