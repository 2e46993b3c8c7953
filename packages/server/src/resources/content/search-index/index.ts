export { indexSome } from './indexing.ts'
export * from './store.ts'
