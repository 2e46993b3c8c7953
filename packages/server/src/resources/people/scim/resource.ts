import type { Resource } from '../../resource.ts'
import { mountScim } from './routes.ts'

export const scim: Resource = { routes: mountScim }
