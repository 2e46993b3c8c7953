import type { PageQuery, Session } from '@stemma/contract'
import { endSession } from '../../../auth/sessions.ts'
import type { Database } from '../../../db/database.ts'
import { paginate } from '../../../db/paginate.ts'
import { emit, type Scene } from '../../../events/emit.ts'

/** The active sessions of a person. Their secrets record when a session was last used and when it expires. */
export function list(db: Database, { userId, now }: { userId: string; now: string }, page: PageQuery) {
  const query = db
    .selectFrom('sessions')
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('tokens')
          .select(['session_id as id'])
          .select(({ fn }) => [fn.max('last_used_at').as('usedAt'), fn.max('expires_at').as('expiresAt')])
          .where('user_id', '=', userId)
          .where('session_id', 'is not', null)
          .where('expires_at', '>', now)
          .groupBy('session_id')
          .as('secrets'),
      (join) => join.onRef('secrets.id', '=', 'sessions.id'),
    )
    .select([
      'sessions.id',
      'sessions.user_agent as userAgent',
      'sessions.sso_organization_id as ssoOrganizationId',
      'sessions.created_at as createdAt',
      'secrets.usedAt',
      'secrets.expiresAt',
    ])
    .where('sessions.user_id', '=', userId)
  const keys = [{ column: 'sessions.id', field: 'id', kind: 'text' }] as const
  return paginate(query, page, { direction: 'desc', keys })
}

/** A new sign-in in a browser ends the session that the browser had. */
export async function endFormer(moment: Moment, session: Former) {
  if (!(await endSession(moment.db, session))) return
  const { userId: home, sessionId } = session
  await emit({ ...moment, home }, { type: 'session.ended', sessionId, because: 'signed in anew' })
}

/** Ends the sessions of a person: all, or those that an organization's identity provider began. */
export async function endOf(db: Database, { userId, through }: Ended): Promise<string[]> {
  const ended = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(through !== undefined, (query) => query.where('sso_organization_id', '=', through ?? ''))
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}

interface Ended {
  readonly userId: string
  readonly through: string | undefined
}

export interface Former {
  readonly userId: string
  readonly sessionId: string
}

type Moment = Pick<Scene, 'db' | 'now' | 'requestId'>

interface SessionRow {
  readonly id: string
  readonly userAgent: string | null
  readonly ssoOrganizationId: string | null
  readonly createdAt: string
  readonly usedAt: string | null
  readonly expiresAt: string
}

export function toSession(row: SessionRow, currentId: string | null): Session {
  const { id, userAgent, ssoOrganizationId, createdAt, usedAt, expiresAt } = row
  return {
    object: 'session',
    id,
    current: id === currentId,
    ...(userAgent && { userAgent }),
    ...(ssoOrganizationId && { ssoOrganization: ssoOrganizationId }),
    createdAt,
    lastUsedAt: usedAt ?? createdAt,
    expiresAt,
  }
}
