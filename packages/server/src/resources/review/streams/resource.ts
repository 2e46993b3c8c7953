import { streamOperations } from '@stemma/contract'
import { upkeep } from '../../../jobs/crews.ts'
import { job } from '../../../jobs/job.ts'
import { answering, type Resource } from '../../resource.ts'
import { streamHandlers } from './handlers.ts'
import { mountHub } from './hubs.ts'
import { numberUnwatched, prunePresences } from './jobs.ts'

export const streams: Resource = {
  operations: [answering(streamOperations, streamHandlers)],
  routes: mountHub,
  jobs: [
    job('number_events', { ...upkeep, schedule: '* * * * *', perform: numberUnwatched }),
    job('prune_presences', { ...upkeep, schedule: '42 * * * *', perform: prunePresences }),
  ],
}
