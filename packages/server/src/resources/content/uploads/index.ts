export { readUpload } from './reading.ts'
export * from './store.ts'
