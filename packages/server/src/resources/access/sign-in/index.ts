export { changeEmail } from './changing-email.ts'
export { requirePassword } from './rules.ts'
export { show, visitorOf } from './stage.ts'
export * from './store.ts'
