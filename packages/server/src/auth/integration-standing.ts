import { sql } from 'kysely'
import type { Caller } from '../common/context.ts'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { joinedBy, standingIn } from './levels.ts'
import { isAtLeast, isUnproved, type OrganizationStanding, type Standing } from './resolver.ts'

/** The integration in the path, and the related objects in the request. */
export interface NamedIntegration {
  readonly integrationName: string
  readonly installationId?: string | undefined
  /** The organization it is published for, by ID or hostname. */
  readonly publisher?: string | undefined
}

/**
 * The caller's standing to an integration, to its owner and to an installation. `home` is the organization of
 * the request if the caller may know it; a lookup there doesn't find another organization's rows.
 */
export async function integrationStanding(
  db: Database,
  { integrationName, installationId, publisher }: NamedIntegration,
  { userId, ssoOrganizationId, secondFactor = false, organizationId: boundTo, installation }: Caller,
): Promise<IntegrationStanding> {
  const named = { integrationName, installationId: installationId ?? null, publisher: publisher ?? null }
  const [row] = await ask(db, { ...named, userId, ssoOrganizationId, secondFactor, boundTo })
  // Installations never count as admins: they could read the configurations of others.
  const isPerson = installation === undefined
  const owner = (isPerson && row?.owner) || 'none'
  const isOwn = isAtLeast(owner, 'read')
  const isShown = row?.visibility != null && (row.visibility !== 'private' || row.installed)
  const integration = isOwn || isShown ? 'seen' : 'absent'
  if (installationId === undefined) {
    return { home: isOwn ? (row?.ownerId ?? userId) : userId, standing: { integration, owner } }
  }
  const organization = (isPerson && row?.organization) || 'none'
  const isItself = row?.organizationId != null && installation?.id === installationId
  // Members who only lack a proof may know that it exists, and get that error.
  const isKnown = isUnproved(organization) || isAtLeast(organization, 'read')
  const isThere = row?.organizationId != null && (isItself || owner === 'admin' || isKnown)
  if (!isThere) {
    // The caller's standing to a space in the path doesn't matter then.
    const nothing = { organization: 'none', installation: 'absent' } as const
    return { home: userId, standing: { integration, owner, ...nothing } }
  }
  const standing = { integration, owner, organization, installation: isItself ? 'own' : 'seen' } as const
  return { home: row.organizationId ?? userId, standing }
}

export interface IntegrationStanding {
  readonly home: string
  readonly standing: Pick<Standing, 'integration' | 'owner' | 'organization' | 'installation'>
}

/** An unpublished integration is visible only to its owner. */
const ask = prepared<Values, Row>(
  ({ integrationName, installationId, publisher, boundTo, userId, ssoOrganizationId, secondFactor }) => {
    const proof = { userId, ssoOrganizationId, secondFactor }
    return sql<Row>`
    select g.id as "ownerId",
      ${standingIn(proof, 'o', 'g')} as owner,
      case when n.unpublished_at is null then n.visibility end as visibility,
      i.organization_id as "organizationId",
      ${standingIn(proof, 'm', 'h')} as organization,
      exists (select from installations there where there.integration_name = n.name
        and ${joinedBy({ ...proof, boundTo }, 'there')}) as installed
    from (select 1) one
    left join integrations n on n.name = ${integrationName}
    left join organizations g on g.id = case when ${publisher}::text is null then n.organization_id
      else coalesce((select id from organizations where id = ${publisher}),
        (select id from organizations where hostname = ${publisher})) end
    left join members o on o.organization_id = g.id and o.user_id = ${userId}
      and (${boundTo}::text is null or o.organization_id = ${boundTo})
    left join installations i on i.id = ${installationId}::text and i.integration_name = n.name
    left join organizations h on h.id = i.organization_id
    left join members m on m.organization_id = i.organization_id and m.user_id = ${userId}
      and (${boundTo}::text is null or m.organization_id = ${boundTo})`
  },
)

type Values = { readonly [Name in 'integrationName' | 'userId']: string } & {
  readonly [Name in 'installationId' | 'publisher' | 'ssoOrganizationId' | 'boundTo']: string | null
} & { readonly secondFactor: boolean }

interface Row {
  readonly ownerId: string | null
  readonly owner: OrganizationStanding
  readonly visibility: string | null
  readonly organizationId: string | null
  readonly organization: OrganizationStanding
  readonly installed: boolean
}
