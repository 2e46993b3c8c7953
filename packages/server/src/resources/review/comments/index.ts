export { post } from './posting.ts'
export { markdownOf } from './rules.ts'
export { showComments } from './showing.ts'
export * from './store.ts'
