import { upkeep } from '../../../jobs/crews.ts'
import { job } from '../../../jobs/job.ts'
import type { Resource } from '../../resource.ts'
import { pruneSAMLLogins } from './jobs.ts'
import { mountSAMLLogins } from './routes.ts'

export const samlLogins: Resource = {
  routes: mountSAMLLogins,
  jobs: [job('prune_saml_logins', { ...upkeep, schedule: '27 * * * *', perform: pruneSAMLLogins })],
}
