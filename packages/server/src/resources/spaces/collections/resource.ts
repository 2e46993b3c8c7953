import { collectionOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { collectionHandlers } from './handlers.ts'
import { lockInTree } from './locking.ts'

export const collections: Resource = {
  operations: [
    answering(collectionOperations, collectionHandlers, {
      lock: (_db, { collectionId }, { context }) => lockInTree(context, collectionId),
    }),
  ],
}
