import type { organizationOperations } from '@stemma/contract'
import { requireUnbound } from '../../auth/access.ts'
import type { Context } from '../../context.ts'
import { mapItems } from '../../db/paginate.ts'
import { found } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Handlers } from '../../http/route.ts'
import { newId } from '../../ids.ts'
import * as changeRequests from '../change-requests/store.ts'
import * as domains from '../email-domains/store.ts'
import * as members from '../members/store.ts'
import * as sites from '../sites/store.ts'
import * as users from '../users/store.ts'
import { exemptOf, normalDomains, requireExempt } from './rules.ts'
import * as organizations from './store.ts'

export const organizationHandlers: Handlers<typeof organizationOperations> = {
  async listOrganizationsForAuthenticatedUser({ query }, { db, caller, addresses }) {
    const listed = await organizations.listOf(db, caller, query)
    return mapItems(listed, ({ role, ownsTeam, ...row }) =>
      organizations.toOrganization(row, { standing: role ?? 'guest', ownsTeam }, addresses),
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
    await domains.replaceAll(db, row.id, row.emailDomains, now)
    const founder = { organizationId: row.id, userId: caller.userId, role: 'admin' } as const
    await members.insert(db, [founder], now)
    await emit(
      { ...context, home: row.id },
      { type: 'organization.created', organizationId: row.id, title: row.title },
      { type: 'member.added', userId: caller.userId, role: 'admin', by: 'founding' },
    )
    return organizations.toOrganization(row, { standing: 'admin', ownsTeam: false }, addresses)
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
    const { ssoExemptMember, ...same } = rest
    const exempt = exemptOf(before, rest, context.caller.userId)
    if (exempt !== before.ssoExemptUserId || (body.sso && !before.sso)) {
      const key = { organizationId: params.organizationId, userId: exempt ?? '' }
      requireExempt(await members.find(db, key))
    }
    const after = await organizations.update(db, params.organizationId, {
      ...same,
      sso_exempt_user_id: exempt,
      ...(emailDomains && { email_domains: normalDomains(emailDomains) }),
      ...(hostname !== undefined && { hostname }),
      ...(defaultRole !== undefined && { default_role: defaultRole }),
      ...(defaultContent !== undefined && { default_site_id: defaultContent?.site ?? null }),
      ...(logo !== undefined && { logo_url: logo }),
      ...(inviteLinks !== undefined && { invite_links: inviteLinks }),
      ...(mergeRules && { merge_rules: JSON.stringify(mergeRules) }),
      updated_at: now,
    })
    if (emailDomains) await domains.replaceAll(db, params.organizationId, after.emailDomains, now)
    await emit(context, { type: 'organization.updated', before: { ...before }, after: { ...after } })
    if (after.sso !== before.sso) {
      await emit(context, { type: 'organization.sso_switched', on: after.sso, exemptMember: exempt })
    }
    return shown(context, after)
  },

  async getOrganizationsForEmailDomain({ params }, { db, caller, addresses }) {
    const domain = params.emailDomain.toLowerCase()
    const email = await users.verifiedEmail(db, caller.userId)
    const rows =
      email !== undefined && users.domainOf(email) === domain
        ? await organizations.listByEmailDomain(db, domain)
        : []
    const stranger = { standing: 'none', ownsTeam: false } as const
    return { organizations: rows.map((row) => organizations.toOrganization(row, stranger, addresses)) }
  },
}

async function shown({ db, caller, standing, addresses }: Context, row: organizations.OrganizationRow) {
  const ownsTeam = await organizations.ownsTeamIn(db, row.id, caller.userId)
  return organizations.toOrganization(row, { standing: standing.organization ?? 'none', ownsTeam }, addresses)
}
