import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { type SealingKey, sealingKeysIn } from './auth/sealing.ts'

/** Every setting, read from the environment once, at the start. docs/configuration.md has them in a table. */
export interface Config {
  readonly databaseUrl: string
  readonly databaseConnectionsMax: number
  readonly host: string
  readonly port: number
  readonly publicUrl: string
  readonly appUrl: string
  readonly sitesUrl: string
  readonly corsOrigins: readonly string[] | '*'
  /** Whether browsers are told to reach the names below that of the server by https alone, too. */
  readonly hstsSubdomains: boolean
  /** How many proxies stand in front, each of which adds to `X-Forwarded-For`. */
  readonly trustedProxies: number
  readonly logLevel: (typeof logLevels)[number]
  readonly rateLimitPerMinute: number
  readonly bodyBytesMax: number
  readonly requestTimeoutMs: number
  readonly passwordLogin: boolean
  /** Empty: passwords are not compared with stolen ones. */
  readonly breachedPasswords: string
  readonly sessionDays: number
  readonly sessionIdleHours: number
  readonly deletedSpacesKeptDays: number
  readonly contentCacheBytes: number
  readonly filesUrl: string
  readonly filesFolder: string
  readonly filesBytesMax: number
  /** Empty: files are kept in the folder. */
  readonly filesBucket: string
  readonly filesBucketRegion: string
  /** Empty: the one of Amazon for the region. */
  readonly filesBucketEndpoint: string
  readonly filesBucketPrefix: string
  /** Empty: found as Amazon's tools find them. */
  readonly filesBucketKeyId: string
  readonly filesBucketSecret: string
  /** Empty: a file beside the files holds them. */
  readonly secretKeys: readonly SealingKey[]
  readonly outsideAllow: readonly string[]
  /** Empty: none besides those that come with the server and those of the system. */
  readonly fontsFolder: string
  /** Empty: those of the system. */
  readonly dnsServers: readonly string[]
  /** 0: never. */
  readonly openapiRefreshHours: number
  /** 0: for ever. */
  readonly auditKeptDays: number
  readonly deliveriesKeptDays: number
  readonly importPagesMax: number
  readonly importBytesMax: number
  readonly importStepSeconds: number
  /** 0: for ever. */
  readonly importsKeptDays: number
  readonly jobs: boolean
  readonly metrics: boolean
  readonly docs: boolean
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const

type Environment = Readonly<Record<string, string | undefined>>

/** How each setting is read: its variable, and what makes a value of its text. In the order of the docs. */
const settings = {
  databaseUrl: ['DATABASE_URL', database],
  databaseConnectionsMax: [
    'STEMMA_DATABASE_CONNECTIONS_MAX',
    integer(2, 1000, Math.max(10, availableParallelism() * 2)),
  ],
  host: ['STEMMA_HOST', host],
  port: ['STEMMA_PORT', integer(0, 65535, 3000)],
  publicUrl: ['STEMMA_PUBLIC_URL', address],
  appUrl: ['STEMMA_APP_URL', address],
  sitesUrl: ['STEMMA_SITES_URL', address],
  corsOrigins: ['STEMMA_CORS_ORIGINS', origins],
  hstsSubdomains: ['STEMMA_HSTS_SUBDOMAINS', toggle(false)],
  trustedProxies: ['STEMMA_TRUST_PROXY', proxies],
  logLevel: ['STEMMA_LOG_LEVEL', choice(logLevels, 'info')],
  rateLimitPerMinute: ['STEMMA_RATE_LIMIT_PER_MINUTE', integer(1, 10_000_000, 6000)],
  bodyBytesMax: ['STEMMA_BODY_BYTES_MAX', integer(1024, 1_000_000_000, 2 * 1024 * 1024)],
  requestTimeoutMs: ['STEMMA_REQUEST_TIMEOUT_MS', integer(1000, 600_000, 30_000)],
  passwordLogin: ['STEMMA_PASSWORD_LOGIN', toggle(true)],
  breachedPasswords: [
    'STEMMA_BREACHED_PASSWORDS',
    text(/^\S(?:.*\S)?$/, 'a path without spaces at its ends'),
  ],
  sessionDays: ['STEMMA_SESSION_DAYS', integer(1, 365, 30)],
  sessionIdleHours: ['STEMMA_SESSION_IDLE_HOURS', integer(1, 8760, 7 * 24)],
  deletedSpacesKeptDays: ['STEMMA_DELETED_SPACES_KEPT_DAYS', integer(0, 3650, 7)],
  contentCacheBytes: ['STEMMA_CONTENT_CACHE_BYTES', integer(0, 100_000_000_000, 64 * 1024 * 1024)],
  filesUrl: ['STEMMA_FILES_URL', address],
  filesFolder: ['STEMMA_FILES_FOLDER', text(/^\S(?:.*\S)?$/, 'a path without spaces at its ends', 'files')],
  filesBytesMax: ['STEMMA_FILES_BYTES_MAX', integer(1024, 1_000_000_000, 25 * 1024 * 1024)],
  filesBucket: ['STEMMA_FILES_BUCKET', text(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'the name of a bucket')],
  filesBucketRegion: ['STEMMA_FILES_BUCKET_REGION', text(/^[a-z\d-]+$/, 'the name of a region', 'us-east-1')],
  filesBucketEndpoint: ['STEMMA_FILES_BUCKET_ENDPOINT', address],
  filesBucketPrefix: ['STEMMA_FILES_BUCKET_PREFIX', text(/^[\w.-][\w./-]*$/, 'letters, digits and . _ - /')],
  filesBucketKeyId: ['STEMMA_FILES_BUCKET_KEY_ID', text(/^\w+$/, 'letters and digits')],
  filesBucketSecret: ['STEMMA_FILES_BUCKET_SECRET', text(/^\S+$/, 'without spaces')],
  secretKeys: ['STEMMA_SECRET_KEYS', sealingKeys],
  outsideAllow: ['STEMMA_OUTSIDE_ALLOW', endpoints],
  fontsFolder: ['STEMMA_FONTS_FOLDER', text(/^\S(?:.*\S)?$/, 'a path without spaces at its ends')],
  dnsServers: ['STEMMA_DNS_SERVERS', nameServers],
  openapiRefreshHours: ['STEMMA_OPENAPI_REFRESH_HOURS', integer(0, 8760, 6)],
  auditKeptDays: ['STEMMA_AUDIT_KEPT_DAYS', integer(0, 36_500, 0)],
  deliveriesKeptDays: ['STEMMA_DELIVERIES_KEPT_DAYS', integer(1, 3650, 30)],
  importPagesMax: ['STEMMA_IMPORT_PAGES_MAX', integer(1, 100_000, 5000)],
  importBytesMax: ['STEMMA_IMPORT_BYTES_MAX', integer(1024, 1_000_000_000, 100 * 1024 * 1024)],
  importStepSeconds: ['STEMMA_IMPORT_STEP_SECONDS', integer(1, 60, 5)],
  importsKeptDays: ['STEMMA_IMPORTS_KEPT_DAYS', integer(0, 36_500, 90)],
  jobs: ['STEMMA_JOBS', toggle(true)],
  metrics: ['STEMMA_METRICS', toggle(true)],
  docs: ['STEMMA_DOCS', toggle(true)],
} as const satisfies { [K in keyof Config]: readonly [string, Reader<Config[K] | ''>] }

export const variables: readonly string[] = Object.values(settings).map(([variable]) => variable)

/** What the command of the users reads, who may well be at the same machine. */
const foreign = ['STEMMA_ENDPOINT', 'STEMMA_TOKEN']

/** A wrong value stops the start with a sentence that names it. */
export function readConfig(environment: Environment = process.env): Config {
  const read = Object.entries(settings).map(([name, [variable, reader]]) => [
    name,
    reader(environment[variable], variable),
  ])
  const config = Object.fromEntries(read) as Config
  const unknown = Object.keys(environment).filter(
    (name) => name.startsWith('STEMMA_') && !variables.includes(name) && !foreign.includes(name),
  )
  if (unknown.length > 0)
    throw new ConfigError(`There is no setting ${unknown.join(', ')}. See docs/configuration.md.`)
  const publicUrl = config.publicUrl || `http://${reachable(config.host)}:${config.port}`
  if (config.filesBucketKeyId && !config.filesBucketSecret)
    throw new ConfigError('Set STEMMA_FILES_BUCKET_SECRET, the secret of STEMMA_FILES_BUCKET_KEY_ID.')
  return {
    ...config,
    publicUrl,
    appUrl: config.appUrl || publicUrl,
    sitesUrl: config.sitesUrl || `${publicUrl}/sites`,
    filesUrl: config.filesUrl || publicUrl,
  }
}

export class ConfigError extends Error {}

type Reader<T> = (value: string | undefined, variable: string) => T

/** What is wrong is not repeated: it may hold a password. */
function database(value: string | undefined, variable: string): string {
  if (value && /^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) return value
  throw new ConfigError(`Set ${variable}: postgres://user:password@host:5432/database.`)
}

function host(value: string | undefined, variable: string): string {
  if (!value) return '127.0.0.1'
  if (isIP(value) || /^[a-z\d-]+(\.[a-z\d-]+)*$/i.test(value)) return value
  throw new ConfigError(`${variable} must be an IP address or a host name, not ${value}.`)
}

function integer(minimum: number, maximum: number, byDefault: number): Reader<number> {
  return (value, variable) => {
    if (!value) return byDefault
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
    if (number >= minimum && number <= maximum) return number
    throw new ConfigError(`${variable} must be a whole number from ${minimum} to ${maximum}, not ${value}.`)
  }
}

/** What is wrong is not repeated: it may be a secret. */
function text(form: RegExp, meaning: string, byDefault = ''): Reader<string> {
  return (value, variable) => {
    if (!value) return byDefault
    if (form.test(value)) return value
    throw new ConfigError(`${variable} must be ${meaning}.`)
  }
}

/** What is wrong is not repeated: it is a secret. */
function sealingKeys(value: string | undefined, variable: string): readonly SealingKey[] {
  const keys = value ? sealingKeysIn(value) : []
  if (keys) return keys
  throw new ConfigError(
    `${variable} must be what stemma-server keys create prints; several with commas between.`,
  )
}

/** Addresses inside the operator's network that may be called all the same. */
function endpoints(value: string | undefined, variable: string): readonly string[] {
  if (!value) return []
  const listed = value.split(',').map((endpoint) => endpoint.trim())
  const wrong = listed.find((endpoint) => !/^(?:[\d.]+|\[[\da-f:.]+\]):\d+$/i.test(endpoint))
  if (wrong === undefined) return listed
  throw new ConfigError(`${variable} must be IP addresses with ports, like 10.0.0.5:8080, not ${wrong}.`)
}

function nameServers(value: string | undefined, variable: string): readonly string[] {
  if (!value) return []
  const listed = value.split(',').map((server) => server.trim())
  const wrong = listed.find((server) => {
    const [, bracketed, plain] = /^(?:\[([\da-f:.]+)\](?::\d+)?|([\d.]+)(?::\d+)?)$/i.exec(server) ?? []
    return isIP(bracketed ?? plain ?? server) === 0
  })
  if (wrong === undefined) return listed
  throw new ConfigError(`${variable} must be IP addresses, like 10.0.0.53 or 10.0.0.53:5353, not ${wrong}.`)
}

function toggle(byDefault: boolean): Reader<boolean> {
  return (value, variable) => {
    if (!value) return byDefault
    if (value !== 'on' && value !== 'off')
      throw new ConfigError(`${variable} must be on or off, not ${value}.`)
    return value === 'on'
  }
}

/** Only what the proxies themselves wrote is believed: a caller can put anything in front of it. */
function proxies(value: string | undefined, variable: string): number {
  if (!value || value === 'off') return 0
  if (value === 'on') return 1
  if (/^[1-9]$/.test(value)) return Number(value)
  throw new ConfigError(`${variable} must be off, on, or the number of proxies up to 9, not ${value}.`)
}

function choice<T extends string>(values: readonly T[], byDefault: T): Reader<T> {
  return (value, variable) => {
    if (!value) return byDefault
    const chosen = values.find((one) => one === value)
    if (chosen === undefined)
      throw new ConfigError(`${variable} must be one of ${values.join(', ')}, not ${value}.`)
    return chosen
  }
}

/** An http address without a trailing slash; empty when it is to be derived. */
function address(value: string | undefined, variable: string): string {
  if (!value) return ''
  if (!URL.canParse(value) || !/^https?:\/\/[^?#@]+$/.test(value)) {
    throw new ConfigError(`${variable} must be an http or https address, not ${value}.`)
  }
  return value.replace(/\/+$/, '')
}

function origins(value: string | undefined, variable: string): readonly string[] | '*' {
  if (!value || value === '*') return '*'
  const listed = value.split(',').map((origin) => origin.trim())
  const wrong = listed.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin)
  if (wrong === undefined) return listed
  throw new ConfigError(
    `${variable} must be * or origins like https://docs.example.com with commas between, not ${wrong}.`,
  )
}

/** How a browser on this machine names the host that is listened on. */
function reachable(listened: string): string {
  if (listened === '0.0.0.0' || listened === '::') return 'localhost'
  return isIP(listened) === 6 ? `[${listened}]` : listened
}
