import { integrationOperations, integrationUIOperations } from '@stemma/contract'
import { upkeep } from '../../../jobs/crews.ts'
import { job } from '../../../jobs/job.ts'
import { answering, type Resource } from '../../resource.ts'
import { integrationHandlers, integrationUIHandlers } from './handlers.ts'
import { prepareImages } from './images.ts'
import { purgeIntegrationImages } from './jobs.ts'
import { lock } from './store.ts'

export const integrations: Resource = {
  operations: [
    answering(integrationOperations, integrationHandlers, {
      lock: (db, { integrationName }) => lock(db, integrationName),
      prepare: { publishIntegration: prepareImages },
    }),
    answering(integrationUIOperations, integrationUIHandlers),
  ],
  jobs: [job('purge_integration_images', { ...upkeep, perform: purgeIntegrationImages })],
}
