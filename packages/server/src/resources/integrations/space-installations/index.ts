export { leaveSpace } from './leaving.ts'
export * from './store.ts'
