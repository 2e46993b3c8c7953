import { shareLinkOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { lock } from '../sites/store.ts'
import { shareLinkHandlers } from './handlers.ts'

export const shareLinks: Resource = {
  operations: [answering(shareLinkOperations, shareLinkHandlers, { lock })],
}
