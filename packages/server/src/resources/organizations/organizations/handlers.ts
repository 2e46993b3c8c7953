import type { organizationOperations } from '@stemma/contract'
import { requireUnbound } from '../../../auth/access.ts'
import { isInside } from '../../../auth/resolver.ts'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { toStoredRules } from '../../../common/merge-rules.ts'
import { mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import { requireProof } from '../../access/second-factors/index.ts'
import * as storedFiles from '../../content/stored-files/store.ts'
import * as members from '../../people/members/store.ts'
import * as users from '../../people/users/store.ts'
import * as changeRequests from '../../review/change-requests/index.ts'
import * as sites from '../../sites/sites/store.ts'
import * as domains from '../domains/store.ts'
import * as names from '../released-names/store.ts'
import { cancelDeletion, startDeletion } from './deleting.ts'
import { exemptOf, normalDomains, requireExempt, requireOwnFactor } from './rules.ts'
import { type OrganizationRow, toOrganization } from './shape.ts'
import * as organizations from './store.ts'

export const organizationHandlers: Handlers<typeof organizationOperations> = {
  async listOrganizationsForAuthenticatedUser({ query }, { db, caller, addresses }) {
    const listed = await organizations.listOf(db, caller, query)
    return mapItems(listed, ({ role, ownsTeam, ...row }) =>
      toOrganization(row, { standing: role ?? 'guest', ownsTeam }, addresses),
    )
  },

  async createOrganization({ body }, context) {
    const { db, caller, now, addresses } = context
    requireUnbound(caller)
    const row = await organizations.insert(db, {
      id: newId(),
      title: body.title,
      email_domains: normalDomains(body.emailDomains ?? []),
      default_role: 'read',
      created_at: now,
      updated_at: now,
    })
    await domains.replaceAll(db, { organizationId: row.id, purpose: 'email' }, row.emailDomains, now)
    const founder = { organizationId: row.id, userId: caller.userId, role: 'admin' } as const
    await members.insert(db, [founder], now)
    await emit(
      { ...context, home: row.id },
      { type: 'organization.created', organizationId: row.id, title: row.title },
      { type: 'member.added', userId: caller.userId, role: 'admin', by: 'founding' },
    )
    return toOrganization(row, { standing: 'admin', ownsTeam: false }, addresses)
  },

  async getOrganizationById({ params }, context) {
    return shown(context, found(await organizations.find(context.db, params.organizationId), 'organization'))
  },

  async updateOrganizationById({ params, body }, context) {
    const { db, now } = context
    await organizations.lock(db, params.organizationId)
    const before = found(await organizations.find(db, params.organizationId), 'organization')
    if (body.defaultContent) {
      const key = { organizationId: params.organizationId, siteId: body.defaultContent.site }
      found(await sites.find(db, key), 'site')
    }
    if (body.mergeRules) changeRequests.requireMergeRules(body.mergeRules)
    const { emailDomains, hostname, defaultRole, logo, inviteLinks, mergeRules, defaultContent, ...rest } =
      body
    const { ssoExemptMember, secondFactor, ...same } = rest
    if (secondFactor === 'required' && !before.secondFactor) requireOwnFactor(context.caller)
    const exempt = exemptOf(before, rest, context.caller.userId)
    if (exempt !== before.ssoExemptUserId || (body.sso && !before.sso)) {
      const key = { organizationId: params.organizationId, userId: exempt ?? '' }
      requireExempt(await members.find(db, key))
    }
    const after = await organizations.update(db, params.organizationId, {
      ...same,
      sso_exempt_user_id: exempt,
      ...(secondFactor && { second_factor: secondFactor === 'required' }),
      ...(emailDomains && { email_domains: normalDomains(emailDomains) }),
      ...(hostname !== undefined && { hostname }),
      ...(defaultRole !== undefined && { default_role: defaultRole }),
      ...(defaultContent !== undefined && { default_site_id: defaultContent?.site ?? null }),
      ...(logo !== undefined && { logo_url: logo }),
      ...(inviteLinks !== undefined && { invite_links: inviteLinks }),
      ...(mergeRules && { merge_rules: JSON.stringify(toStoredRules(mergeRules)) }),
      updated_at: now,
    })
    if (emailDomains) {
      const named = { organizationId: params.organizationId, purpose: 'email' } as const
      await domains.replaceAll(db, named, after.emailDomains, now)
    }
    if (after.hostname !== before.hostname) await claimHostname(context, params.organizationId, before, after)
    await emit(context, { type: 'organization.updated', before: { ...before }, after: { ...after } })
    if (after.sso !== before.sso) {
      await emit(context, { type: 'organization.sso_switched', on: after.sso, exemptMember: exempt })
    }
    return shown(context, after)
  },

  async deleteOrganizationById({ params }, context) {
    await requireProof(context)
    return (await startDeletion(context, params.organizationId)) ? undefined : absent
  },

  async restoreOrganizationById({ params: { organizationId } }, context) {
    await cancelDeletion(context, organizationId)
    return shown(context, found(await organizations.find(context.db, organizationId), 'organization'))
  },

  async getOrganizationStorage({ params }, { db, files: { organizationBytesMax } }) {
    const bytes = await storedFiles.bytesOf(db, params.organizationId)
    return { object: 'storage', bytes, bytesMax: organizationBytesMax === 0 ? null : organizationBytesMax }
  },

  async getOrganizationsForEmailDomain({ params }, { db, caller, addresses }) {
    const domain = params.emailDomain.toLowerCase()
    const email = await users.verifiedEmail(db, caller.userId)
    const canJoin = email !== undefined && users.domainOf(email) === domain
    const viewing = { ...caller, boundTo: caller.organizationId }
    const rows = await organizations.listByEmailDomain(db, domain, viewing, { canJoin })
    const { scopes } = caller
    const isShown = scopes === null || scopes.includes('organization:read')
    return {
      organizations: rows.map(({ standing, ownsTeam, ...row }) => {
        const seenAs = isShown || !isInside(standing) ? standing : 'guest'
        return toOrganization(row, { standing: seenAs, ownsTeam }, addresses)
      }),
    }
  },
}

/** Reserves the organization's former hostname, and requires that the new one isn't reserved for another. */
async function claimHostname(context: Context, organizationId: string, before: Hosted, after: Hosted) {
  const kind = 'organization-hostname'
  if (before.hostname !== null)
    await names.release(context, organizationId, [{ kind, name: before.hostname }])
  if (after.hostname !== null)
    await names.requireFree(context, organizationId, { kind, name: after.hostname })
}

type Hosted = Pick<OrganizationRow, 'hostname'>

async function shown({ db, caller, standing, addresses }: Context, row: OrganizationRow) {
  const ownsTeam = await organizations.ownsTeamIn(db, row.id, caller.userId)
  return toOrganization(row, { standing: standing.organization ?? 'none', ownsTeam }, addresses)
}
