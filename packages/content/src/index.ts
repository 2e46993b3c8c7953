export * from './rank.ts'
