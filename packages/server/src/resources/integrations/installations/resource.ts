import { installationOperations, organizationInstallationOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { installationHandlers } from './handlers.ts'
import { organizationInstallationHandlers } from './organization-handlers.ts'
import { lock } from './store.ts'

export const installations: Resource = {
  operations: [
    answering(installationOperations, installationHandlers, {
      lock: (db, { installationId }) => lock(db, installationId),
    }),
    answering(organizationInstallationOperations, organizationInstallationHandlers),
  ],
}
