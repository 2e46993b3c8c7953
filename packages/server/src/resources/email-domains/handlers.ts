import type { emailDomainOperations } from '@stemma/contract'
import { mapItems } from '../../db/paginate.ts'
import { found } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Handlers } from '../../http/route.ts'
import * as emailDomains from './store.ts'

export const emailDomainHandlers: Handlers<typeof emailDomainOperations> = {
  async listEmailDomains({ params, query }, { db }) {
    return mapItems(await emailDomains.list(db, params.organizationId, query), emailDomains.toEmailDomain)
  },

  async checkEmailDomain({ params }, context) {
    const { db, now } = context
    const domain = params.emailDomain.toLowerCase()
    const key = { organizationId: params.organizationId, domain }
    found(await emailDomains.lock(db, key), 'e-mail domain')
    const asked = await emailDomains.update(db, key, { asked_at: now })
    await emailDomains.askForCheck(db, key)
    await emit(context, { type: 'domain.check_requested', domain })
    return emailDomains.toEmailDomain(asked)
  },
}
