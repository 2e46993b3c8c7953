export { drawnBytesMax, lastChanges, latestVersion } from './latest.ts'
export { specOf } from './of-pages.ts'
