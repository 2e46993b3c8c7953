export { beginning, changesOf } from './content-changes.ts'
export type {
  ContentInstallationKey,
  ContentInstallationRow,
  ContentListing,
  ContentPage,
} from './content-row.ts'
export { toContentInstallation } from './shape.ts'
export * from './store.ts'
export { wholeSites, wholeSpaces } from './whole.ts'
