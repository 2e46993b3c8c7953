import { teamOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { teamHandlers } from './handlers.ts'
import { lock } from './store.ts'

export const teams: Resource = {
  operations: [answering(teamOperations, teamHandlers, { lock })],
}
