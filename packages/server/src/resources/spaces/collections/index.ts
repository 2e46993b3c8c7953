export { toCollection } from './shape.ts'
export * from './store.ts'
