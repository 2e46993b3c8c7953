import { siteInsightOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { siteInsightHandlers } from './handlers.ts'

export const siteInsights: Resource = { operations: [answering(siteInsightOperations, siteInsightHandlers)] }
