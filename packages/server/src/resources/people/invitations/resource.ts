import { invitationOperations } from '@stemma/contract'
import { upkeep } from '../../../jobs/crews.ts'
import { job } from '../../../jobs/job.ts'
import { answering, type Resource } from '../../resource.ts'
import { invitationHandlers } from './handlers.ts'
import { pruneInvitations } from './jobs.ts'

export const invitations: Resource = {
  operations: [answering(invitationOperations, invitationHandlers)],
  jobs: [job('prune_invitations', { ...upkeep, schedule: '47 * * * *', perform: pruneInvitations })],
}
