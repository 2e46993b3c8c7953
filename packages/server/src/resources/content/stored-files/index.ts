export * from './store.ts'
export { keepFiles, requireRoomFor, type Storing, storeFile } from './storing.ts'
