import { reviewOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { reviewHandlers } from './handlers.ts'

export const reviews: Resource = {
  operations: [answering(reviewOperations, reviewHandlers)],
}
