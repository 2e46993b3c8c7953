import { spaceOperations } from '@stemma/contract'
import { upkeep } from '../../../jobs/crews.ts'
import { job } from '../../../jobs/job.ts'
import { answering, type Resource } from '../../resource.ts'
import { spaceHandlers } from './handlers.ts'
import { purgeSpace } from './jobs.ts'
import { lock } from './store.ts'

export const spaces: Resource = {
  operations: [answering(spaceOperations, spaceHandlers, { lock: (db, { spaceId }) => lock(db, spaceId) })],
  jobs: [job('purge_space', { ...upkeep, perform: purgeSpace })],
}
