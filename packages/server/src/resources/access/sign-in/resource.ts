import { signInOperations } from '@stemma/contract'
import { minute, upkeep } from '../../../jobs/crews.ts'
import { job } from '../../../jobs/job.ts'
import { answering, type Resource } from '../../resource.ts'
import { preparePassword, revokeRepeated, signInHandlers } from './handlers.ts'
import { mailReset, prepareReset, pruneSignIns } from './jobs.ts'
import { mountSignInPages } from './pages.ts'

export const signIn: Resource = {
  operations: [
    answering(signInOperations, signInHandlers, {
      prepare: { setPassword: preparePassword, exchangeLoginCode: revokeRepeated },
    }),
  ],
  routes: mountSignInPages,
  jobs: [
    job('prune_sign_ins', { ...upkeep, schedule: '37 * * * *', perform: pruneSignIns }),
    job('mail_password_reset', {
      crew: 'quick',
      timeoutMs: minute,
      prepare: prepareReset,
      perform: mailReset,
    }),
  ],
}
