export { frameOf, frameOrigins } from './rules.ts'
