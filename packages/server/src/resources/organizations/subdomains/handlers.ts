import type { subdomainOperations } from '@stemma/contract'
import { found } from '../../../common/errors.ts'
import type { Handlers } from '../../../http/route.ts'
import * as organizations from '../organizations/store.ts'

export const subdomainHandlers: Handlers<typeof subdomainOperations> = {
  async getSubdomain({ params: { subdomain } }, { db }) {
    const organization = found(await organizations.findIdByHostname(db, subdomain), 'subdomain')
    return { object: 'subdomain', subdomain, target: { type: 'organization', organization }, isActive: true }
  },
}
