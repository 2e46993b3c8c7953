export { seenSettings, siteSettings, siteSpaceSettings } from './rules.ts'
export * from './store.ts'
