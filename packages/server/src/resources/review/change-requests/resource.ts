import { changeRequestOperations } from '@stemma/contract'
import { answeringPart, type Resource } from '../../resource.ts'
import { changeRequestHandlers } from './handlers.ts'
import { lockForChange } from './locking.ts'

export const changeRequests: Resource = {
  operations: [answeringPart(changeRequestOperations, changeRequestHandlers, { lock: lockForChange })],
}
