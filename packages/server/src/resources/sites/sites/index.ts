export type { SiteKey } from '../../../auth/site-standing.ts'
export { publishedAddress, type SiteRow, siteAddress, toSite } from './shape.ts'
export * from './store.ts'
