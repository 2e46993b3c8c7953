import { siteExplanationOperations, urlOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { siteExplanationHandlers, urlHandlers } from './handlers.ts'

export const publishedContent: Resource = {
  operations: [
    answering(siteExplanationOperations, siteExplanationHandlers),
    answering(urlOperations, urlHandlers),
  ],
}
