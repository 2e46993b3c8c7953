import { changeRequestOperations } from '@stemma/contract'
import { answeringPart, type Resource } from '../../resource.ts'
import { changeRequestHandlers } from './handlers.ts'
import { lock } from './store.ts'

export const changeRequests: Resource = {
  operations: [answeringPart(changeRequestOperations, changeRequestHandlers, { lock })],
}
