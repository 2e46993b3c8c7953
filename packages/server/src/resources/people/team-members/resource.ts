import { teamMemberOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { teamMemberHandlers } from './handlers.ts'

export const teamMembers: Resource = {
  operations: [answering(teamMemberOperations, teamMemberHandlers)],
}
