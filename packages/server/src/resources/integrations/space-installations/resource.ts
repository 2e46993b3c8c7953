import { spaceInstallationOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { lock } from '../installations/store.ts'
import { spaceInstallationHandlers } from './handlers.ts'

export const spaceInstallations: Resource = {
  operations: [
    answering(spaceInstallationOperations, spaceInstallationHandlers, {
      lock: (db, { installationId }) => lock(db, installationId),
    }),
  ],
}
