export { drawnBytesMax, lastChanges, latestVersion } from './latest.ts'
