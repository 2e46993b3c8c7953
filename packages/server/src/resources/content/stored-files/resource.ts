import { upkeep } from '../../../jobs/crews.ts'
import { job } from '../../../jobs/job.ts'
import type { Resource } from '../../resource.ts'
import { collectFiles } from './jobs.ts'

export const storedFiles: Resource = {
  jobs: [job('collect_files', { ...upkeep, schedule: '*/10 * * * *', perform: collectFiles })],
}
