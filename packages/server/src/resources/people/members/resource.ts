import { memberOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { memberHandlers } from './handlers.ts'
import { lock } from './store.ts'

export const members: Resource = {
  operations: [answering(memberOperations, memberHandlers, { lock })],
}
