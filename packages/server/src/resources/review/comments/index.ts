export { post } from './posting.ts'
export { markdownOf, mentionsIn } from './rules.ts'
export { showComments } from './showing.ts'
export * from './store.ts'
