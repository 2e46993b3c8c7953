import type { memberSpaceOperations } from '@stemma/contract'
import { found } from '../../../common/errors.ts'
import { idsOf, mapItems } from '../../../db/paginate.ts'
import type { Handlers } from '../../../http/route.ts'
import * as siteStructure from '../../sites/site-structure/index.ts'
import * as spaces from '../../spaces/spaces/index.ts'
import * as members from '../members/store.ts'

export const memberSpaceHandlers: Handlers<typeof memberSpaceOperations> = {
  async listSpacesForOrganizationMember({ params, query }, { db, standing, addresses }) {
    found(await members.find(db, params), 'member')
    const organization = standing.organization ?? 'none'
    const listed = await spaces.list(db, params, query)
    const { organizationId } = params
    const publications = await siteStructure.publicationsOf(db, organizationId, idsOf(listed), addresses)
    return mapItems(listed, ({ level, ...row }) => {
      const seen = organization === 'admin' ? 'admin' : level
      return {
        permission: found(level ?? undefined, 'level'),
        space: spaces.toSpace(row, { level: seen, organization }, addresses, publications.get(row.id)),
      }
    })
  },
}
