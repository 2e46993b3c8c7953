import { translationOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { translationHandlers } from './handlers.ts'
import { lock } from './store.ts'

export const translations: Resource = {
  operations: [answering(translationOperations, translationHandlers, { lock })],
}
