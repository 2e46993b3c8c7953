export { resolveRedirect } from './resolving.ts'
