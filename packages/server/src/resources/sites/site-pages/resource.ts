import type { Resource } from '../../resource.ts'
import { mountSitePages } from './routes.ts'

export const sitePages: Resource = { routes: mountSitePages }
