import { collectionOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { collectionHandlers } from './handlers.ts'
import { lock } from './store.ts'

export const collections: Resource = {
  operations: [
    answering(collectionOperations, collectionHandlers, {
      lock: (db, { collectionId }) => lock(db, collectionId),
    }),
  ],
}
