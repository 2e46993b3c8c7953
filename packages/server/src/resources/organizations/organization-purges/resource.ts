import { upkeep } from '../../../jobs/crews.ts'
import { job } from '../../../jobs/job.ts'
import type { Resource } from '../../resource.ts'
import { purgeOrganization } from './jobs.ts'

export const organizationPurges: Resource = {
  jobs: [job('purge_organization', { ...upkeep, perform: purgeOrganization })],
}
