import { searchOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { searchHandlers } from './handlers.ts'

export const search: Resource = {
  operations: [answering(searchOperations, searchHandlers)],
}
