import type { Resource } from '../../resource.ts'
import { mountAppLinks } from './routes.ts'

export const appLinks: Resource = { routes: mountAppLinks }
