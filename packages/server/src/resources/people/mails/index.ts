export { askToSend, postMail } from './posting.ts'
export * from './store.ts'
