import type { Config } from './config/config.ts'
import { openBlobs } from './config/open-blobs.ts'
import { isMailSetUp } from './config/open-mailer.ts'
import { openOutside } from './config/open-outside.ts'
import { keysThere } from './config/open-seals.ts'
import type { Patient } from './upkeep/doctor.ts'

/** What doctor examines, as the settings describe it. */
export function patientOf(config: Config): Patient {
  return {
    url: config.databaseUrl,
    publicUrl: config.publicUrl,
    sitesUrl: config.sitesUrl,
    hasAddress: openOutside(config).hasAddress,
    smtpServer: isMailSetUp(config) ? `${config.smtpHost}:${config.smtpPort}` : undefined,
    filesFolder: config.filesBucket === '' ? config.filesFolder : undefined,
    keys: () => keysThere(config),
    blobs: () => openBlobs(config),
  }
}
