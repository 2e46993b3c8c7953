import type { JobHandlers } from '../../../jobs/jobs.ts'
import * as samlLogins from './store.ts'

/** An assertion is remembered for as long as it could be sent again, a request for as long as it waits. */
export const pruneSAMLLogins: JobHandlers['prune_saml_logins'] = async (_payload, { db, now }) => {
  await samlLogins.prune(db, now)
}
