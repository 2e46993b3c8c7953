import { sessionOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { sessionHandlers } from './handlers.ts'
import { keepSessions } from './keeping.ts'

export const sessions: Resource = {
  operations: [answering(sessionOperations, sessionHandlers)],
  routes: keepSessions,
}
