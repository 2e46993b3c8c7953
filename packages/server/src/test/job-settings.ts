import { importSettings } from './importing.ts'

/** What jobs are told of the configuration where a test does not say otherwise. */
export const jobSettings = {
  ...importSettings,
  deletedSpacesKeptDays: 7,
  releasedNamesKeptDays: 30,
  openapiRefreshHours: 0,
  fontsFolder: '',
  auditKeptDays: 0,
  deliveriesKeptDays: 30,
  importsKeptDays: 90,
}
