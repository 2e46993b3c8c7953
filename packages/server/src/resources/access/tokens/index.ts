export { expiryOf, requireRoom } from './rules.ts'
export * from './store.ts'
