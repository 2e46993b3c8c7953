import { adaptiveSchemaOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { lock } from '../sites/store.ts'
import { adaptiveSchemaHandlers } from './handlers.ts'

export const adaptiveSchemas: Resource = {
  operations: [answering(adaptiveSchemaOperations, adaptiveSchemaHandlers, { lock })],
}
