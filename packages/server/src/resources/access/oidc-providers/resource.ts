import { oidcProviderOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { oidcProviderHandlers } from './handlers.ts'
import { lock } from './store.ts'

export const oidcProviders: Resource = {
  operations: [answering(oidcProviderOperations, oidcProviderHandlers, { lock })],
}
