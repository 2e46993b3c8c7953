import { exportOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { mountExports } from './export-route.ts'
import { exportHandlers } from './handlers.ts'

export const exports: Resource = {
  operations: [answering(exportOperations, exportHandlers)],
  routes: mountExports,
}
