import { importOperations } from '@stemma/contract'
import { answeringPart, type Resource } from '../../resource.ts'
import { uploadHandlers } from './handlers.ts'
import { mountUploads } from './upload-route.ts'

export const uploads: Resource = {
  operations: [answeringPart(importOperations, uploadHandlers)],
  routes: mountUploads,
}
