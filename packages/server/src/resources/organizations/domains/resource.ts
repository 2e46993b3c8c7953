import { emailDomainOperations, siteDomainOperations } from '@stemma/contract'
import { minute } from '../../../jobs/crews.ts'
import { job } from '../../../jobs/job.ts'
import { answering, type Resource } from '../../resource.ts'
import { emailDomainHandlers, siteDomainHandlers } from './handlers.ts'
import { checkDomain, prepareDomain } from './jobs.ts'

export const domains: Resource = {
  operations: [
    answering(emailDomainOperations, emailDomainHandlers),
    answering(siteDomainOperations, siteDomainHandlers),
  ],
  jobs: [
    job('check_email_domain', {
      crew: 'outside',
      timeoutMs: minute,
      prepare: prepareDomain,
      perform: checkDomain,
    }),
  ],
}
