import { openAPISpecOperations, openAPISpecVersionOperations } from '@stemma/contract'
import { minute } from '../../../jobs/crews.ts'
import { job } from '../../../jobs/job.ts'
import { answering, type Resource } from '../../resource.ts'
import { openAPISpecHandlers } from './handlers.ts'
import { prepareOpenAPISpec, processOpenAPISpec } from './jobs.ts'
import { lock } from './store.ts'
import { openAPISpecVersionHandlers } from './version-handlers.ts'

export const openapiSpecs: Resource = {
  operations: [
    answering(openAPISpecOperations, openAPISpecHandlers, { lock }),
    answering(openAPISpecVersionOperations, openAPISpecVersionHandlers),
  ],
  jobs: [
    job('process_openapi_spec', {
      crew: 'outside',
      timeoutMs: 3 * minute,
      prepare: prepareOpenAPISpec,
      perform: processOpenAPISpec,
    }),
  ],
}
