import { memberOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { memberHandlers } from './handlers.ts'
import { lockForChange } from './locking.ts'

export const members: Resource = {
  operations: [answering(memberOperations, memberHandlers, { lock: lockForChange })],
}
