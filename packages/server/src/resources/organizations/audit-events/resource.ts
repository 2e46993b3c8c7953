import { auditEventOperations } from '@stemma/contract'
import { upkeep } from '../../../jobs/crews.ts'
import { job } from '../../../jobs/job.ts'
import { answering, type Resource } from '../../resource.ts'
import { auditEventHandlers } from './handlers.ts'
import { pruneEvents } from './jobs.ts'

export const auditEvents: Resource = {
  operations: [answering(auditEventOperations, auditEventHandlers)],
  jobs: [job('prune_events', { ...upkeep, schedule: '32 * * * *', perform: pruneEvents })],
}
