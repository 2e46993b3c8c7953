import type { InstallationScope, Scope } from '@stemma/contract'
import { type RawBuilder, sql } from 'kysely'

/** The query for the token with a secret, if it is valid. */
export function tokenOf({ secretHash, now, ssoProvedAfter }: Secret) {
  return validToken(sql`t.secret_hash = ${secretHash}`, { now, ssoProvedAfter })
}

export function validToken(isIt: RawBuilder<unknown>, { now, ssoProvedAfter }: Moment) {
  return sql`select t.id as "tokenId", t.user_id as "userId", t.scopes, t.organization_id as "boundTo",
      t.session_id as "sessionId", ${ssoOrganizationAt(ssoProvedAfter)} as "ssoOrganizationId",
      ${provedAt} as "ssoProvedAt", t.second_factor as "secondFactor", t.created_at as since,
      t.last_used_at as "usedAt", t.superseded_at as "supersededAt", t.installation_id as "installationId",
      case when t.installation_id is not null then ${granted} end as granted,
      case when i.space_selection = 'selected' then i.id end as "spacesOf",
      case when i.site_selection = 'selected' then i.id end as "sitesOf"
    from tokens t
    left join installations i on i.id = t.installation_id
    left join integrations n on n.name = i.integration_name
    where ${isIt} and t.expires_at > ${now}`
}

/** The granted scopes that are still requested. */
const granted = sql`array(select one from unnest(i.scopes) one where one = any (n.scopes))`

/** Tokens of earlier versions don't store the time of the sign-on; they were created after it. */
const provedAt = sql`coalesce(t.sso_proved_at, t.created_at)`

/** The organization whose identity provider authenticated the holder of a token `t`, while that is valid. */
export function ssoOrganizationAt(ssoProvedAfter: string) {
  return sql`case when ${provedAt} > ${ssoProvedAfter} then t.sso_organization_id end`
}

export interface Secret extends Moment {
  readonly secretHash: Buffer
}

export interface Moment {
  readonly now: string
  /** Earlier statements of identity providers no longer count. */
  readonly ssoProvedAfter: string
}

/** A valid token, and who holds it. */
export interface Holder {
  readonly tokenId: string
  readonly userId: string
  readonly scopes: readonly Scope[] | null
  readonly boundTo: string | null
  readonly sessionId: string | null
  readonly ssoOrganizationId: string | null
  readonly ssoProvedAt: string
  readonly secondFactor: boolean
  readonly since: string
  readonly usedAt: string | null
  readonly supersededAt: string | null
  readonly installationId: string | null
  readonly granted: readonly InstallationScope[] | null
  /** The installation, if it is limited to the spaces it is installed on; likewise for sites. */
  readonly spacesOf: string | null
  readonly sitesOf: string | null
}
