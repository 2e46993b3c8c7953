import type { emailDomainOperations, SiteDomain, siteDomainOperations } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import type { Handlers } from '../../../http/route.ts'
import * as sites from '../../sites/sites/store.ts'
import * as domains from './store.ts'

export const emailDomainHandlers: Handlers<typeof emailDomainOperations> = {
  async listEmailDomains({ params, query }, { db }) {
    return mapItems(await domains.list(db, params.organizationId, 'email', query), domains.toEmailDomain)
  },

  async checkEmailDomain({ params }, context) {
    const key = { organizationId: params.organizationId, domain: params.emailDomain.toLowerCase() }
    return domains.toEmailDomain(await requestCheck(context, key, 'email'))
  },
}

export const siteDomainHandlers: Handlers<typeof siteDomainOperations> = {
  async listSiteDomains({ params: { organizationId }, query }, { db }) {
    const listed = await domains.list(db, organizationId, 'sites', query)
    const hosts = listed.items.map(({ domain }) => domain)
    const addresses = await sites.frontsOn(db, organizationId, hosts)
    return mapItems(listed, (row) => toSiteDomain(row, addresses))
  },

  async checkSiteDomain({ params }, context) {
    const key = { organizationId: params.organizationId, domain: params.siteDomain.toLowerCase() }
    const row = await requestCheck(context, key, 'sites')
    return toSiteDomain(row, await sites.frontsOn(context.db, key.organizationId, [key.domain]))
  },
}

async function requestCheck(context: Context, key: domains.Key, purpose: domains.Purpose) {
  const { db, now } = context
  found(await domains.lock(db, key, purpose), purpose === 'email' ? 'e-mail domain' : 'site domain')
  const row = await domains.requestCheck(db, key, now)
  await emit(context, { type: 'domain.check_requested', domain: key.domain })
  return row
}

function toSiteDomain(row: domains.DomainRow, fronts: readonly sites.Front[]): SiteDomain {
  const addresses = fronts
    .filter(({ host }) => host === row.domain)
    .map(({ siteId, type, address, active }) => {
      const waiting = row.verifiedAt === null ? ('pending' as const) : ('taken' as const)
      return { site: siteId, type, address, status: active ? ('active' as const) : waiting }
    })
  return { object: 'site-domain', ...domains.toProof(row), addresses }
}
