import { siteOperations, sitePublishingOperations } from '@stemma/contract'
import { answering, answeringPart, type Resource } from '../../resource.ts'
import { siteHandlers } from './handlers.ts'
import { sitePublishingHandlers } from './publishing-handlers.ts'
import { lock } from './store.ts'

export const sites: Resource = {
  operations: [
    answering(siteOperations, siteHandlers, { lock }),
    answeringPart(sitePublishingOperations, sitePublishingHandlers, { lock }),
  ],
}
