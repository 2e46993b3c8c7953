import { serverStatusOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { serverStatusHandlers } from './handlers.ts'

export const serverStatus: Resource = {
  operations: [answering(serverStatusOperations, serverStatusHandlers)],
}
