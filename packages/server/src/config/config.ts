import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import {
  address,
  ConfigError,
  choice,
  database,
  endpoints,
  host,
  integer,
  nameServers,
  origins,
  path,
  proxies,
  type Reader,
  sealingKeys,
  text,
  toggle,
} from './readers.ts'

/** Every setting, in the order of docs/configuration.md, whose table is made of this one. */
const settings = {
  databaseUrl: {
    variable: 'DATABASE_URL',
    reader: database,
    byDefault: 'required',
    meaning: 'The PostgreSQL database, as `postgres://user:password@host:5432/database`.',
  },
  databaseConnectionsMax: {
    variable: 'STEMMA_DATABASE_CONNECTIONS_MAX',
    reader: integer(2, 1000, Math.max(10, availableParallelism() * 2)),
    byDefault: '10, or twice the number of CPU cores if that is more',
    meaning:
      'Connections to the database that requests use at most, or jobs in `stemma-server work`. Whoever ' +
      'runs jobs has up to 18 more for the queue.',
  },
  host: {
    variable: 'STEMMA_HOST',
    reader: host,
    meaning: 'The IP address or host name to listen on; `0.0.0.0` for all of IPv4, `::` for all.',
  },
  port: {
    variable: 'STEMMA_PORT',
    reader: integer(0, 65535, 3000),
    meaning: 'The port to listen on. `0` takes any that is free: then set `STEMMA_PUBLIC_URL`, too.',
  },
  publicUrl: {
    variable: 'STEMMA_PUBLIC_URL',
    reader: address,
    byDefault: 'made of host and port',
    meaning:
      'The address by which people and programs reach this server. Answers carry it; with `https`, ' +
      'browsers are told to stay with it.',
  },
  appUrl: {
    variable: 'STEMMA_APP_URL',
    reader: address,
    byDefault: '`STEMMA_PUBLIC_URL`',
    meaning: 'The address of the web application that links in answers lead to.',
  },
  sitesUrl: {
    variable: 'STEMMA_SITES_URL',
    reader: address,
    byDefault: 'below `STEMMA_PUBLIC_URL`, `/sites`',
    meaning:
      'The address below which published sites lie, each under its basename or its id, unless it has a ' +
      'host of its own.',
  },
  corsOrigins: {
    variable: 'STEMMA_CORS_ORIGINS',
    reader: origins,
    meaning:
      'Which web pages may call the API: `*` for all, or origins like `https://docs.example.com` with ' +
      'commas between.',
  },
  hstsSubdomains: {
    variable: 'STEMMA_HSTS_SUBDOMAINS',
    reader: toggle(false),
    meaning:
      'With an `https` address: whether browsers are to reach all names below it by https alone, too. ' +
      'They remember it for a year, so no name there may need http.',
  },
  trustedProxies: {
    variable: 'STEMMA_TRUST_PROXY',
    reader: proxies,
    byDefault: '`off`',
    meaning:
      'Whether a proxy stands in front, whose `X-Forwarded-For` says who asks: `on` for one, or how many ' +
      'stand one behind the other, up to 9. Only behind proxies that set or add to it: what callers put ' +
      'in front of that is not believed.',
  },
  logLevel: {
    variable: 'STEMMA_LOG_LEVEL',
    reader: choice(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info'),
    meaning: 'The least important lines to log.',
  },
  rateLimitPerMinute: {
    variable: 'STEMMA_RATE_LIMIT_PER_MINUTE',
    reader: integer(1, 10_000_000, 6000),
    meaning:
      'Requests per minute for each token, and for each address without one. All tokens and sessions of a ' +
      'person together may make five times as many.',
  },
  bodyBytesMax: {
    variable: 'STEMMA_BODY_BYTES_MAX',
    reader: integer(1024, 1_000_000_000, 2 * 1024 * 1024),
    meaning: "Bytes of a request's body at most. Operations that take files have a limit of their own.",
  },
  requestTimeoutMs: {
    variable: 'STEMMA_REQUEST_TIMEOUT_MS',
    reader: integer(1000, 600_000, 30_000),
    meaning: 'Milliseconds in which a request must have arrived, and a statement must be done.',
  },
  passwordLogin: {
    variable: 'STEMMA_PASSWORD_LOGIN',
    reader: toggle(true),
    meaning: 'Whether people sign in with e-mail address and password, and set passwords.',
  },
  breachedPasswords: {
    variable: 'STEMMA_BREACHED_PASSWORDS',
    reader: path(),
    byDefault: 'none',
    meaning:
      'A file of stolen passwords that nobody may set: SHA-1 hashes in their order, one at the beginning ' +
      'of each line, as Have I Been Pwned gives them out.',
  },
  sessionDays: {
    variable: 'STEMMA_SESSION_DAYS',
    reader: integer(1, 365, 30),
    meaning: 'Days after which a login in a browser ends, however much it is used.',
  },
  sessionIdleHours: {
    variable: 'STEMMA_SESSION_IDLE_HOURS',
    reader: integer(1, 8760, 7 * 24),
    meaning: 'Hours after which a login in a browser ends when it is not used.',
  },
  invitationDays: {
    variable: 'STEMMA_INVITATION_DAYS',
    reader: integer(1, 365, 30),
    meaning: 'Days after which a pending invitation expires. Inviting the address again renews it.',
  },
  tokensMax: {
    variable: 'STEMMA_TOKENS_MAX',
    reader: integer(1, 100_000, 100),
    meaning: 'Personal access tokens that one person can have at a time. Expired ones do not count.',
  },
  ssoProofHours: {
    variable: 'STEMMA_SSO_PROOF_HOURS',
    reader: integer(1, 87_600, 30 * 24),
    meaning:
      'Hours for which organizations that require single sign-on (`sso`) accept one, for the session and ' +
      'for tokens created in it. After that, people sign in again and create new tokens.',
  },
  deletedSpacesKeptDays: {
    variable: 'STEMMA_DELETED_SPACES_KEPT_DAYS',
    reader: integer(0, 3650, 7),
    meaning:
      'Days for which a deleted space can be restored. After them it is removed with all that belongs to ' +
      'it.',
  },
  releasedNamesKeptDays: {
    variable: 'STEMMA_RELEASED_NAMES_KEPT_DAYS',
    reader: integer(0, 3650, 30),
    meaning:
      'Days for which a name that an organization gives up is kept for it: addresses and basenames of ' +
      'sites, hostnames of organizations, names of integrations. With 0, everybody can take it at once.',
  },
  contentCacheBytes: {
    variable: 'STEMMA_CONTENT_CACHE_BYTES',
    reader: integer(0, 100_000_000_000, 64 * 1024 * 1024),
    meaning:
      'Bytes of content that each process keeps in memory at most. What was decoded from it comes on ' +
      'top.',
  },
  filesUrl: {
    variable: 'STEMMA_FILES_URL',
    reader: address,
    byDefault: '`STEMMA_PUBLIC_URL`',
    meaning:
      'The address by which files are downloaded. Give it another host name than the web application, ' +
      'and no file can act in its name.',
  },
  filesFolder: {
    variable: 'STEMMA_FILES_FOLDER',
    reader: path('files'),
    meaning:
      'The folder for the bytes of files, unless there is a bucket. All processes of an installation ' +
      'need the same one.',
  },
  filesBytesMax: {
    variable: 'STEMMA_FILES_BYTES_MAX',
    reader: integer(1024, 1_000_000_000, 25 * 1024 * 1024),
    meaning: 'Bytes of a file that is fetched from an address at most.',
  },
  filesOrganizationBytesMax: {
    variable: 'STEMMA_FILES_ORGANIZATION_BYTES_MAX',
    reader: integer(0, Number.MAX_SAFE_INTEGER, 0),
    meaning:
      'Quota of each organization: bytes of files that it can store. `0` means that there is no quota. ' +
      'Counts files of spaces, and uploads until they are deleted.',
  },
  filesBucket: {
    variable: 'STEMMA_FILES_BUCKET',
    reader: text(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'the name of a bucket'),
    byDefault: 'none',
    meaning:
      'The bucket for the bytes of files, on Amazon S3 or anything that speaks its protocol, instead of ' +
      'the folder.',
  },
  filesBucketRegion: {
    variable: 'STEMMA_FILES_BUCKET_REGION',
    reader: text(/^[a-z\d-]+$/, 'the name of a region', 'us-east-1'),
    meaning: 'The region of the bucket.',
  },
  filesBucketEndpoint: {
    variable: 'STEMMA_FILES_BUCKET_ENDPOINT',
    reader: address,
    byDefault: "Amazon's, for the region",
    meaning: 'The address of another server that speaks S3; the bucket is then a part of the path.',
  },
  filesBucketPrefix: {
    variable: 'STEMMA_FILES_BUCKET_PREFIX',
    reader: text(/^[\w.-][\w./-]*$/, 'letters, digits and . _ - /'),
    byDefault: 'none',
    meaning:
      'What all keys in the bucket begin with, such as `stemma/`, where the bucket has other uses too.',
  },
  filesBucketKeyId: {
    variable: 'STEMMA_FILES_BUCKET_KEY_ID',
    reader: text(/^\w+$/, 'letters and digits'),
    byDefault: "found as Amazon's tools find it",
    meaning: 'The id of the access key for the bucket.',
  },
  filesBucketSecret: {
    variable: 'STEMMA_FILES_BUCKET_SECRET',
    reader: text(/^\S+$/, 'without spaces'),
    byDefault: "found as Amazon's tools find it",
    meaning: 'The secret of the access key for the bucket.',
  },
  secretKeys: {
    variable: 'STEMMA_SECRET_KEYS',
    reader: sealingKeys,
    byDefault: 'in the file `secret-keys` of `STEMMA_FILES_FOLDER`',
    meaning:
      'The keys that secrets in the database are encrypted with, as `stemma-server keys create` prints ' +
      'them, with commas between. The first encrypts, all decrypt.',
  },
  outsideAllow: {
    variable: 'STEMMA_OUTSIDE_ALLOW',
    reader: endpoints,
    byDefault: 'none',
    meaning:
      'Addresses in your own network that the server may fetch from all the same, as `10.0.0.5:8080` ' +
      'with commas between. All other private addresses are refused.',
  },
  fontsFolder: {
    variable: 'STEMMA_FONTS_FOLDER',
    reader: path(),
    byDefault: 'none',
    meaning:
      'A folder with further fonts for PDFs, as TTF or OTF. What no font of the server has is looked for ' +
      'there, then among the fonts of the system.',
  },
  dnsServers: {
    variable: 'STEMMA_DNS_SERVERS',
    reader: nameServers,
    byDefault: 'those of the system',
    meaning:
      'DNS servers that are asked for the records that verify domains: IP addresses, with ports where not ' +
      '53, separated by commas.',
  },
  openapiRefreshHours: {
    variable: 'STEMMA_OPENAPI_REFRESH_HOURS',
    reader: integer(0, 8760, 6),
    meaning:
      'Hours after which an OpenAPI spec is fetched from its address again; with 0 never. A new value ' +
      'counts for each spec once it was processed again.',
  },
  auditKeptDays: {
    variable: 'STEMMA_AUDIT_KEPT_DAYS',
    reader: integer(0, 36_500, 0),
    meaning:
      'Days for which the audit log is kept; with 0 for ever. What is older is deleted every hour, for ' +
      'good.',
  },
  deliveriesKeptDays: {
    variable: 'STEMMA_DELIVERIES_KEPT_DAYS',
    reader: integer(1, 3650, 30),
    meaning: 'Days for which it is kept what came of each delivery to a webhook.',
  },
  importPagesMax: {
    variable: 'STEMMA_IMPORT_PAGES_MAX',
    reader: integer(1, 100_000, 5000),
    meaning: 'Pages that one import may bring.',
  },
  importBytesMax: {
    variable: 'STEMMA_IMPORT_BYTES_MAX',
    reader: integer(1024, 1_000_000_000, 100 * 1024 * 1024),
    meaning:
      'Bytes of an archive or a document that is imported, packed as it comes. It is held in memory ' +
      'while it is read.',
  },
  importStepSeconds: {
    variable: 'STEMMA_IMPORT_STEP_SECONDS',
    reader: integer(1, 60, 5),
    meaning:
      'Seconds for which a worker brings pages of a website before it writes down how far it is. One ' +
      'that was killed is followed by another after eight times as long.',
  },
  importsKeptDays: {
    variable: 'STEMMA_IMPORTS_KEPT_DAYS',
    reader: integer(0, 36_500, 90),
    meaning:
      'Days for which import runs are kept after they ended, with what they reported, and records of ' +
      'uploads; with 0 for ever. What is older is deleted every hour; what was imported stays.',
  },
  threads: {
    variable: 'STEMMA_THREADS',
    reader: integer(1, 64, 2),
    meaning:
      'Threads of each process that convert documents, and as many that work on long texts. Each needs up ' +
      'to 512 MB. Work that finds all of them busy waits its turn; if too much is waiting, it is refused ' +
      'with 503.',
  },
  jobs: {
    variable: 'STEMMA_JOBS',
    reader: toggle(true),
    meaning: 'Whether `stemma-server serve` also runs jobs. With `off`, run `stemma-server work` beside it.',
  },
  metrics: {
    variable: 'STEMMA_METRICS',
    reader: choice<'off' | 'loopback' | 'on'>(['off', 'loopback', 'on'], 'loopback'),
    meaning:
      'Who can read `/metrics`, for Prometheus: nobody, programs on this machine that connect directly and ' +
      'not through a proxy, or everybody. With `on`, keep it from the public with your proxy.',
  },
  docs: {
    variable: 'STEMMA_DOCS',
    reader: toggle(true),
    meaning:
      'Whether `/docs` shows the API in a browser, to try it out, and `/openapi.json` describes it to ' +
      'programs. Neither asks who is there: both are the same on every server.',
  },
} as const satisfies Readonly<Record<string, Setting>>

interface Setting {
  readonly variable: string
  readonly reader: Reader<unknown>
  /** What counts where nothing is set, if that is not one value that can be written down. */
  readonly byDefault?: string
  /** For operators, in Markdown. */
  readonly meaning: string
}

type Settings = typeof settings

/** The value of every setting, read from the environment once, at the start. */
export type Config = {
  readonly [K in keyof Settings]: Settings[K]['reader'] extends Reader<infer Value> ? Value : never
}

export const allSettings: readonly Setting[] = Object.values(settings)
const variables = allSettings.map(({ variable }) => variable)

/** What the command of the users reads, who may well be at the same machine. */
const foreign = ['STEMMA_ENDPOINT', 'STEMMA_TOKEN', 'STEMMA_ORG', 'STEMMA_SPACE']

/** A wrong value stops the start with a sentence that names it. */
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

type Environment = Readonly<Record<string, string | undefined>>

/** How a browser on this machine names the host that is listened on. */
function reachable(listened: string): string {
  if (listened === '0.0.0.0' || listened === '::') return 'localhost'
  return isIP(listened) === 6 ? `[${listened}]` : listened
}
