import { upkeep } from '../../../jobs/crews.ts'
import { job } from '../../../jobs/job.ts'
import type { Resource } from '../../resource.ts'
import { pruneReleasedNames } from './jobs.ts'

export const releasedNames: Resource = {
  jobs: [job('prune_released_names', { ...upkeep, schedule: '52 * * * *', perform: pruneReleasedNames })],
}
