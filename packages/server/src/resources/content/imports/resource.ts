import { changeRequestContentOperations, importOperations } from '@stemma/contract'
import { minute, upkeep } from '../../../jobs/crews.ts'
import { job } from '../../../jobs/job.ts'
import { answeringPart, type Resource } from '../../resource.ts'
import { lock } from '../../review/change-requests/store.ts'
import { contentImportHandlers, prepareContentImport } from './content-handlers.ts'
import { importRunHandlers } from './handlers.ts'
import { continueImport, prepareImport, pruneImports } from './jobs.ts'

export const imports: Resource = {
  operations: [
    answeringPart(importOperations, importRunHandlers),
    answeringPart(changeRequestContentOperations, contentImportHandlers, {
      lock,
      prepare: { importContentInChangeRequest: prepareContentImport },
    }),
  ],
  jobs: [
    job('continue_import', {
      crew: 'outside',
      timeoutMs: 10 * minute,
      prepare: prepareImport,
      perform: continueImport,
    }),
    job('prune_imports', { ...upkeep, schedule: '42 * * * *', perform: pruneImports }),
  ],
}
