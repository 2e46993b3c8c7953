import { siteRedirectOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { lock } from '../sites/store.ts'
import { siteRedirectHandlers } from './handlers.ts'

export const siteRedirects: Resource = {
  operations: [answering(siteRedirectOperations, siteRedirectHandlers, { lock })],
}
