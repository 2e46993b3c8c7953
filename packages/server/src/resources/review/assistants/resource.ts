import type { Resource } from '../../resource.ts'
import { mountAssistants } from './routes.ts'

export const assistants: Resource = { routes: mountAssistants }
