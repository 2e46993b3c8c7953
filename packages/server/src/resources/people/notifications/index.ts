export { askToMail } from './mailing.ts'
export { readMailed } from './reading.ts'
export * from './store.ts'
export { type Unsubscribed, unsubscribeTokens } from './unsubscribing.ts'
