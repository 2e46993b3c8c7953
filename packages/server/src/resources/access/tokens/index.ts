export { requireRoom } from './rules.ts'
export * from './store.ts'
