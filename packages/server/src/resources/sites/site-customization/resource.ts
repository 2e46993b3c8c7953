import { siteCustomizationOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { lock } from '../sites/store.ts'
import { siteCustomizationHandlers } from './handlers.ts'

export const siteCustomization: Resource = {
  operations: [answering(siteCustomizationOperations, siteCustomizationHandlers, { lock })],
}
