export { searchSite } from './handlers.ts'
