export { requirePassword } from './rules.ts'
export * from './store.ts'
