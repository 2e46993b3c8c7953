import { upkeep } from '../../../jobs/crews.ts'
import { job } from '../../../jobs/job.ts'
import type { Resource } from '../../resource.ts'
import { pruneOIDCLogins } from './jobs.ts'
import { mountOIDCLogins } from './routes.ts'

export const oidcLogins: Resource = {
  routes: mountOIDCLogins,
  jobs: [job('prune_oidc_logins', { ...upkeep, schedule: '28 * * * *', perform: pruneOIDCLogins })],
}
