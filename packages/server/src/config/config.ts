import { isIP } from 'node:net'
import { ConfigError, type Reader } from './readers.ts'
import { type Setting, settings } from './settings.ts'

type Settings = typeof settings

/** The value of every setting, read from the environment once at startup. */
export type Config = {
  readonly [K in keyof Settings]: Settings[K]['reader'] extends Reader<infer Value> ? Value : never
}

export const allSettings: readonly Setting[] = Object.values(settings)
const variables = allSettings.map(({ variable }) => variable)

/** Settings of the user's command `stemma`, which can run on the same machine. */
const foreign = ['STEMMA_ENDPOINT', 'STEMMA_TOKEN', 'STEMMA_ORG', 'STEMMA_SPACE']

/** Throws a ConfigError that names the setting if a value is not valid. */
export function readConfig(environment: Environment = process.env): Config {
  const read = Object.entries(settings).map(([name, { variable, reader }]) => [
    name,
    reader.read(environment[variable], variable),
  ])
  const config = Object.fromEntries(read) as Config
  const unknown = Object.keys(environment).filter(
    (name) => name.startsWith('STEMMA_') && !variables.includes(name) && !foreign.includes(name),
  )
  if (unknown.length > 0)
    throw new ConfigError(
      `Unknown setting: ${unknown.join(', ')}. Remove it, or check the name in docs/configuration.md.`,
    )
  const publicUrl = config.publicUrl || `http://${reachable(config.host)}:${config.port}`
  if (config.filesBucketKeyId && !config.filesBucketSecret)
    throw new ConfigError('Set STEMMA_FILES_BUCKET_SECRET, the secret of STEMMA_FILES_BUCKET_KEY_ID.')
  if (config.smtpHost && !config.mailFrom)
    throw new ConfigError('Set STEMMA_MAIL_FROM, the sender of mails over STEMMA_SMTP_HOST.')
  if (config.dkimDomain && !config.dkimKey)
    throw new ConfigError('Set STEMMA_DKIM_KEY, the file with the private key for STEMMA_DKIM_DOMAIN.')
  return {
    ...config,
    publicUrl,
    appUrl: config.appUrl || publicUrl,
    sitesUrl: config.sitesUrl || `${publicUrl}/sites`,
    filesUrl: config.filesUrl || publicUrl,
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** The host as a browser on this machine would write it. */
function reachable(listened: string): string {
  if (listened === '0.0.0.0' || listened === '::') return 'localhost'
  return isIP(listened) === 6 ? `[${listened}]` : listened
}
