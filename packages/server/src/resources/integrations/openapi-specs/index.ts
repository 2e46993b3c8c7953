export { description } from './version-handlers.ts'
