import { tokenOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { tokenHandlers } from './handlers.ts'

export const tokens: Resource = {
  operations: [answering(tokenOperations, tokenHandlers)],
}
