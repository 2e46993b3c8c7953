import { samlProviderOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { prepareSAMLProvider, samlProviderHandlers } from './handlers.ts'
import { lock } from './store.ts'

export const samlProviders: Resource = {
  operations: [
    answering(samlProviderOperations, samlProviderHandlers, {
      lock,
      prepare: { createOrganizationSAMLProvider: prepareSAMLProvider },
    }),
  ],
}
