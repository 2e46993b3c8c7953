import type { JobHandlers } from '../../../jobs/jobs.ts'
import * as samlLogins from './store.ts'

/** Assertions are stored until they can't be replayed any more, requests and answers until they expire. */
export const pruneSAMLLogins: JobHandlers['prune_saml_logins'] = async (_payload, { db, now }) => {
  await samlLogins.prune(db, now)
}
