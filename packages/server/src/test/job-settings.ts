import { importSettings } from './importing.ts'

/** The default settings of jobs in tests. */
export const jobSettings = {
  ...importSettings,
  deletedSpacesKeptDays: 7,
  releasedNamesKeptDays: 30,
  openapiRefreshHours: 0,
  fontsFolder: '',
  auditKeptDays: 0,
  deliveriesKeptDays: 30,
  importsKeptDays: 90,
  notificationsKeptDays: 90,
}
