export { deleteAccount } from './deleting.ts'
export * from './store.ts'
