import type { JobHandlers } from '../../../jobs/jobs.ts'
import * as oidcLogins from './store.ts'

export const pruneOIDCLogins: JobHandlers['prune_oidc_logins'] = async (_payload, { db, now }) => {
  await oidcLogins.prune(db, now)
}
