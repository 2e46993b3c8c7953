export { siteSettings, siteSpaceSettings } from './rules.ts'
export * from './store.ts'
