import { changeRequestCommentOperations, spaceCommentOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { changeRequestCommentHandlers, spaceCommentHandlers } from './handlers.ts'
import { lockNamed } from './store.ts'

export const comments: Resource = {
  operations: [
    answering(spaceCommentOperations, spaceCommentHandlers, { lock: lockNamed }),
    answering(changeRequestCommentOperations, changeRequestCommentHandlers, { lock: lockNamed }),
  ],
}
