export { comparableTime } from './rules.ts'
export { toAuditEvent } from './shape.ts'
export * from './store.ts'
