import { userOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { userHandlers } from './handlers.ts'
import { lock } from './store.ts'

export const users: Resource = {
  operations: [answering(userOperations, userHandlers, { lock: (db, { userId }) => lock(db, userId) })],
}
