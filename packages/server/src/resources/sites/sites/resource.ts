import { siteOperations, sitePublishingOperations } from '@stemma/contract'
import { answering, answeringPart, type Resource } from '../../resource.ts'
import { siteHandlers } from './handlers.ts'
import { type Change, lockForChange } from './locking.ts'
import { sitePublishingHandlers } from './publishing-handlers.ts'
import { lock } from './store.ts'

export const sites: Resource = {
  operations: [
    answering(siteOperations, siteHandlers, {
      lock: (db, key, { body }) => lockForChange(db, key, body as Change | undefined),
    }),
    answeringPart(sitePublishingOperations, sitePublishingHandlers, { lock }),
  ],
}
