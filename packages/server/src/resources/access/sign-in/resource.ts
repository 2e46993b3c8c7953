import { signInOperations } from '@stemma/contract'
import { upkeep } from '../../../jobs/crews.ts'
import { job } from '../../../jobs/job.ts'
import { answering, type Resource } from '../../resource.ts'
import { preparePassword, revokeRepeated, signInHandlers } from './handlers.ts'
import { pruneSignIns } from './jobs.ts'
import { mountSignInPages } from './pages.ts'

export const signIn: Resource = {
  operations: [
    answering(signInOperations, signInHandlers, {
      prepare: { setPassword: preparePassword, exchangeLoginCode: revokeRepeated },
    }),
  ],
  routes: mountSignInPages,
  jobs: [job('prune_sign_ins', { ...upkeep, schedule: '37 * * * *', perform: pruneSignIns })],
}
