export { add } from './adding.ts'
export { asVisitorsSee, type Publication, type SpaceRow, toSpace, type Viewer } from './shape.ts'
export * from './store.ts'
