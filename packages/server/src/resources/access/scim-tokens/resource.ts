import { scimTokenOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { scimTokenHandlers } from './handlers.ts'

export const scimTokens: Resource = {
  operations: [answering(scimTokenOperations, scimTokenHandlers)],
}
