import { subdomainOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { subdomainHandlers } from './handlers.ts'

export const subdomains: Resource = {
  operations: [answering(subdomainOperations, subdomainHandlers)],
}
