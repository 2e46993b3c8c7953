import { apiInformationOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { apiInformationHandlers } from './handlers.ts'

export const apiInformation: Resource = {
  operations: [answering(apiInformationOperations, apiInformationHandlers)],
}
