import type { Operation } from '@stemma/contract'
import { hasAccess } from '../../../auth/access.ts'
import { type SessionSettings, ssoProvedAfter } from '../../../auth/session-settings.ts'
import { dutyOf } from '../../../auth/sessions.ts'
import { viewsSite } from '../../../auth/site-standing.ts'
import { type Found, type ObjectPlace, standingsOfTokens } from '../../../auth/standing.ts'
import type { Addresses } from '../../../common/addresses.ts'
import type { Database } from '../../../db/database.ts'
import { keyOf } from './rules.ts'

/** What the rights of receivers are decided from. */
export interface Judge {
  readonly db: Database
  readonly addresses: Addresses
  readonly sessions: SessionSettings
  readonly clock: () => Date
}

/** Whether the holder of a token may call an operation on an object, at the moment it was asked. */
export interface Rights {
  may(operation: Operation, tokenId: string, place: ObjectPlace): boolean
  /** The organization that the object is in now. */
  homeOf(tokenId: string, place: ObjectPlace): string | undefined
}

/** The tokens whose rights on one object are asked for. */
export interface Question {
  readonly place: ObjectPlace
  readonly tokenIds: Set<string>
}

/** Collects questions by object, so that each object needs one statement, however many streams there are. */
export function questions() {
  const byPlace = new Map<string, Question>()
  const ask = (place: ObjectPlace, tokenId: string) => {
    const key = keyOf(place)
    const question = byPlace.get(key) ?? { place, tokenIds: new Set() }
    byPlace.set(key, question)
    question.tokenIds.add(tokenId)
  }
  return { ask, all: () => [...byPlace.values()] }
}

export async function judge(
  { db, addresses, sessions, clock }: Judge,
  asked: readonly Question[],
): Promise<Rights> {
  const now = clock().toISOString()
  const moment = { now, ssoProvedAfter: ssoProvedAfter(sessions, now) }
  const found = new Map<string, ReadonlyMap<string, Found>>()
  for (const { place, tokenIds } of asked) {
    const standings = await standingsOfTokens(db, [...tokenIds], place, moment)
    found.set(keyOf(place), await withSite(db, standings, place))
  }
  const of = (tokenId: string, place: ObjectPlace) => found.get(keyOf(place))?.get(tokenId)
  return {
    may(operation, tokenId, place) {
      const standing = of(tokenId, place)
      if (standing === undefined || !hasAccess(operation, standing, addresses)) return false
      // The secret of a session was replaced: its browser reconnects with the new one.
      return standing.session === undefined || dutyOf(standing.session, { now, sessions }) !== 'end'
    },
    homeOf: (tokenId, place) => of(tokenId, place)?.home,
  }
}

/** The standings with whether their holders may view the site, if the object is one. */
async function withSite(
  db: Database,
  standings: ReadonlyMap<string, Found>,
  { organizationId, siteId }: ObjectPlace,
): Promise<ReadonlyMap<string, Found>> {
  if (organizationId === undefined || siteId === undefined) return standings
  const all = new Map<string, Found>()
  for (const [tokenId, found] of standings) {
    const site = await viewsSite(db, { organizationId, siteId }, found)
    all.set(tokenId, { ...found, standing: { ...found.standing, site } })
  }
  return all
}
