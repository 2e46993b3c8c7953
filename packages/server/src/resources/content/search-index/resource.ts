import { minute, upkeep } from '../../../jobs/crews.ts'
import { job } from '../../../jobs/job.ts'
import type { Resource } from '../../resource.ts'
import { indexSpace, refreshSearchIndex } from './jobs.ts'

export const searchIndex: Resource = {
  jobs: [
    job('index_space', { crew: 'quick', timeoutMs: 2 * minute, perform: indexSpace }),
    job('refresh_search_index', { ...upkeep, schedule: '* * * * *', perform: refreshSearchIndex }),
  ],
}
