import { collectionPermissionOperations, spacePermissionOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { collectionPermissionHandlers, spacePermissionHandlers } from './handlers.ts'

export const permissions: Resource = {
  operations: [
    answering(spacePermissionOperations, spacePermissionHandlers),
    answering(collectionPermissionOperations, collectionPermissionHandlers),
  ],
}
