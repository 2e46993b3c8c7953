import {
  sitePublishingOperations,
  siteSectionGroupOperations,
  siteSectionOperations,
  siteSpaceOperations,
} from '@stemma/contract'
import { answering, answeringPart, type Resource } from '../../resource.ts'
import { lock } from '../sites/store.ts'
import { siteSectionGroupHandlers } from './group-handlers.ts'
import { publishedSiteHandlers } from './published-handlers.ts'
import { siteSectionHandlers } from './section-handlers.ts'
import { siteSpaceHandlers } from './space-handlers.ts'
import { siteStructureHandlers } from './structure-handlers.ts'
import { lockForChange } from './taking.ts'

export const siteStructure: Resource = {
  operations: [
    answering(siteSectionOperations, siteSectionHandlers, { lock }),
    answering(siteSectionGroupOperations, siteSectionGroupHandlers, { lock }),
    answering(siteSpaceOperations, siteSpaceHandlers, {
      lock: (_db, key, { body, context }) =>
        lockForChange(context, key, (body as { spaceId?: string } | undefined)?.spaceId),
    }),
    answeringPart(sitePublishingOperations, siteStructureHandlers, { lock }),
    answeringPart(sitePublishingOperations, publishedSiteHandlers, { lock }),
  ],
}
