import { embedOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { embedHandlers } from './handlers.ts'

export const embeds: Resource = { operations: [answering(embedOperations, embedHandlers)] }
