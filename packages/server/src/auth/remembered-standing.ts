import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import {
  accessVersion,
  authorOf,
  type Found,
  findStanding,
  findVersioned,
  isAuthor,
  type Lookup,
} from './standing.ts'
import { ssoOrganizationAt } from './valid-token.ts'

/**
 * Caches the standing of token holders to spaces. Every request still checks in the database that the token
 * is valid and that nothing the standing depends on has changed, so a revocation takes effect with the next
 * request on every process. The cache only saves the computation.
 */
export async function rememberStandings(db: Database): Promise<FindStanding> {
  if (!(await tellsOfChanges(db))) return findStanding
  const remembered = new Map<string, Remembered>()

  return async (db, lookup) => {
    const { spaceId } = lookup.params
    if (spaceId === undefined || lookup.deleted) return findStanding(db, lookup)
    const key = `${lookup.secretHash.toString('latin1')}${spaceId}`
    const known = remembered.get(key)
    const unchanged = known && (await ifUnchanged(db, lookup, known))
    if (unchanged) return unchanged
    const { found, version } = (await findVersioned(db, lookup)) ?? {}
    remembered.delete(key)
    // A transaction may read its own changes, which may never be committed.
    if (found && version != null && isLasting(found) && !db.isTransaction) {
      if (remembered.size >= rememberedMax) remembered.delete(remembered.keys().next().value ?? '')
      remembered.set(key, { found, version })
    }
    return found
  }
}

export type FindStanding = (db: Database, lookup: Lookup) => Promise<Found | undefined>

/** Enough for 100 spaces for each of 100 users, which takes a few megabytes. */
const rememberedMax = 10_000

interface Remembered {
  readonly found: Found
  readonly version: string
}

/**
 * Sessions and installations are not cached, because the version doesn't cover changes to their rights. It
 * does cover the expiry of tokens and the age of their single sign-on.
 */
function isLasting({ session, caller, standing }: Found) {
  return session === undefined && caller.installation === undefined && standing.space != null
}

async function ifUnchanged(db: Database, lookup: Lookup, known: Remembered): Promise<Found | undefined> {
  const { secretHash, now, ssoProvedAfter, params } = lookup
  const { spaceId = '', commentId, commentReplyId, userId } = params
  const posted = commentReplyId ?? commentId
  const place = { secretHash, now, ssoProvedAfter, spaceId }
  const [row] = posted === undefined ? await ask(db, place) : await askPosted(db, { ...place, posted })
  if (row?.version !== known.version) return undefined
  const { caller, home, standing } = known.found
  const author = posted !== undefined && isAuthor(caller.userId, row.author, standing.space ?? null)
  const self = userId === caller.userId
  return { caller, home, standing: { ...standing, self, ...(posted !== undefined && { author }) } }
}

const ask = prepared<Asked, Answered>(
  (asked) => sql<Answered>`select ${accessVersion} as version ${fromToken(asked)}`,
)

const askPosted = prepared<Asked & { readonly posted: string }, Answered>(
  (asked) => sql<Answered>`select ${accessVersion} as version,
    ${authorOf(asked.spaceId, asked.posted)} as author ${fromToken(asked)}`,
)

type Asked = Pick<Lookup, 'secretHash' | 'now' | 'ssoProvedAfter'> & { readonly spaceId: string }

interface Answered {
  readonly version: string | null
  readonly author?: string | null
}

function fromToken({ secretHash, now, ssoProvedAfter, spaceId }: Asked) {
  return sql`from (select ${ssoOrganizationAt(ssoProvedAfter)} as "ssoOrganizationId",
        t.second_factor as "secondFactor" from tokens t
      where t.secret_hash = ${secretHash} and t.expires_at > ${now}) t
    left join spaces s on s.id = ${spaceId} and s.deleted_at is null
    left join organizations o on o.id = s.organization_id
    left join organization_access a on a.organization_id = s.organization_id`
}

/** Triggers renew the version. A distributed database has no such triggers, so nothing is cached. */
async function tellsOfChanges(db: Database): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_trigger
    where tgname = 'access_changed' and tgenabled in ('O', 'A')`.execute(db)
  return rows[0]?.count === triggersCount
}

/** The tables with triggers: members, team members, collections and grants. */
const triggersCount = 7
