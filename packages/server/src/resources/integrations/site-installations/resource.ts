import { siteInstallationOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { lock } from '../installations/store.ts'
import { siteInstallationHandlers } from './handlers.ts'

export const siteInstallations: Resource = {
  operations: [
    answering(siteInstallationOperations, siteInstallationHandlers, {
      lock: (db, { installationId }) => lock(db, installationId),
    }),
  ],
}
