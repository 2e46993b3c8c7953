import { memberSpaceOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { memberSpaceHandlers } from './handlers.ts'

export const memberSpaces: Resource = {
  operations: [answering(memberSpaceOperations, memberSpaceHandlers)],
}
