import {
  changeRequestContentOperations,
  changeRequestOperations,
  conflictOperations,
  linkOperations,
  revisionOperations,
  spaceContentOperations,
} from '@stemma/contract'
import { minute, upkeep } from '../../../jobs/crews.ts'
import { job } from '../../../jobs/job.ts'
import { answering, answeringPart, type Resource } from '../../resource.ts'
import * as changeRequests from '../../review/change-requests/store.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import { changeRequestContentHandlers } from './change-request-handlers.ts'
import { findConflicts } from './conflicting.ts'
import { purgeContent } from './jobs.ts'
import { linkHandlers } from './link-handlers.ts'
import { conflictHandlers, mergeHandlers } from './merge-handlers.ts'
import { insertsFiles, prepareChangeRequestContent, prepareSpaceContent } from './preparing.ts'
import { revisionHandlers } from './revision-handlers.ts'
import { spaceContentHandlers } from './space-handlers.ts'

const { lock } = changeRequests

export const content: Resource = {
  operations: [
    answering(spaceContentOperations, spaceContentHandlers, {
      lock: (db, { spaceId }) => spaces.lock(db, spaceId),
      prepare: { updateSpaceContent: prepareSpaceContent },
      needsPreparing: insertsFiles,
    }),
    answering(revisionOperations, revisionHandlers),
    answeringPart(changeRequestOperations, mergeHandlers, { lock }),
    answering(conflictOperations, conflictHandlers, { lock }),
    answeringPart(changeRequestContentOperations, changeRequestContentHandlers, {
      lock,
      prepare: { updateChangeRequestContent: prepareChangeRequestContent },
      needsPreparing: insertsFiles,
    }),
    answering(linkOperations, linkHandlers),
  ],
  jobs: [
    job('purge_content', { ...upkeep, perform: purgeContent }),
    job('find_conflicts', { crew: 'quick', timeoutMs: minute, perform: findConflicts }),
  ],
}
