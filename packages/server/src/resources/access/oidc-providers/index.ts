export { isActive } from './rules.ts'
export * from './store.ts'
