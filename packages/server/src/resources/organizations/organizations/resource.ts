import { organizationOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { organizationHandlers } from './handlers.ts'
import { lock } from './store.ts'

export const organizations: Resource = {
  operations: [
    answering(organizationOperations, organizationHandlers, {
      lock: (db, { organizationId }) => lock(db, organizationId),
    }),
  ],
}
