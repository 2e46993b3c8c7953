import { inviteOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { inviteHandlers } from './handlers.ts'
import { lock } from './store.ts'

export const invites: Resource = {
  operations: [answering(inviteOperations, inviteHandlers, { lock })],
}
