import { availableParallelism } from 'node:os'
import { fileSettings } from './file-settings.ts'
import { mailSettings } from './mail-settings.ts'
import { operatorSettings } from './operator-settings.ts'
import {
  address,
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
  toggle,
} from './readers.ts'

/** Every setting, in the order of docs/configuration.md, whose table is generated from this one. */
export const settings = {
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
      'The maximum number of database connections for requests, or for jobs in `stemma-server work`. A ' +
      'process that runs jobs uses up to 15 more for the queue.',
  },
  host: {
    variable: 'STEMMA_HOST',
    reader: host,
    meaning: 'The IP address or host name to listen on. `0.0.0.0` is all of IPv4, `::` all addresses.',
  },
  port: {
    variable: 'STEMMA_PORT',
    reader: integer(0, 65535, 3000),
    meaning: 'The port to listen on. `0` uses any free port; then set `STEMMA_PUBLIC_URL` too.',
  },
  publicUrl: {
    variable: 'STEMMA_PUBLIC_URL',
    reader: address,
    byDefault: 'built from host and port',
    meaning:
      'The URL at which people and programs reach this server. Responses contain it. If it is an `https` ' +
      'URL, browsers are told to use only https (HSTS).',
  },
  appUrl: {
    variable: 'STEMMA_APP_URL',
    reader: address,
    byDefault: '`STEMMA_PUBLIC_URL`',
    meaning: 'The URL of the web application that links in responses lead to.',
  },
  sitesUrl: {
    variable: 'STEMMA_SITES_URL',
    reader: address,
    byDefault: '`/sites` below `STEMMA_PUBLIC_URL`',
    meaning:
      'The base URL of published sites. Each site is below it, under its basename or its ID, unless it has ' +
      'its own host.',
  },
  corsOrigins: {
    variable: 'STEMMA_CORS_ORIGINS',
    reader: origins,
    meaning:
      'The web origins that can call the API: `*` for all, or a comma-separated list such as ' +
      '`https://docs.example.com`.',
  },
  hstsSubdomains: {
    variable: 'STEMMA_HSTS_SUBDOMAINS',
    reader: toggle(false),
    meaning:
      'With an `https` URL: whether HSTS also applies to all subdomains. Browsers cache this for a year, ' +
      'so no subdomain may need http.',
  },
  trustedProxies: {
    variable: 'STEMMA_TRUST_PROXY',
    reader: proxies,
    byDefault: '`off`',
    meaning:
      'The number of reverse proxies in front of the server that set or extend `X-Forwarded-For`: `on` for ' +
      'one, or a number up to 9. The client IP address is taken from the entry that the outermost proxy ' +
      'added; entries before it are ignored. `X-Forwarded-Host` counts as the host, which selects the site.',
  },
  ...operatorSettings,
  rateLimitPerMinute: {
    variable: 'STEMMA_RATE_LIMIT_PER_MINUTE',
    reader: integer(1, 10_000_000, 6000),
    meaning:
      'Requests per minute for each token, and for each IP address without a token. All tokens and ' +
      'sessions of a person together can make five times as many.',
  },
  bodyBytesMax: {
    variable: 'STEMMA_BODY_BYTES_MAX',
    reader: integer(1024, 1_000_000_000, 2 * 1024 * 1024),
    meaning:
      'The maximum size of a request body, in bytes. Operations that accept files have their own limit.',
  },
  streamsPerPerson: {
    variable: 'STEMMA_STREAMS_PER_PERSON',
    reader: integer(1, 100_000, 50),
    meaning: 'Event streams that a person can have open in one process.',
  },
  streamsPerOrganization: {
    variable: 'STEMMA_STREAMS_PER_ORGANIZATION',
    reader: integer(1, 100_000, 2000),
    meaning: 'Event streams that an organization can have open in one process. Each takes about 50 kB.',
  },
  requestTimeoutMs: {
    variable: 'STEMMA_REQUEST_TIMEOUT_MS',
    reader: integer(1000, 600_000, 30_000),
    meaning: 'The maximum time to receive a request, and to run a database statement, in milliseconds.',
  },
  passwordLogin: {
    variable: 'STEMMA_PASSWORD_LOGIN',
    reader: toggle(true),
    meaning:
      'Whether people can sign in with e-mail address and password or with a passkey, and set passwords.',
  },
  breachedPasswords: {
    variable: 'STEMMA_BREACHED_PASSWORDS',
    reader: path(),
    byDefault: 'none',
    meaning:
      "A file of stolen passwords that people can't set: sorted SHA-1 hashes, one at the start of each " +
      'line, in the format of Have I Been Pwned.',
  },
  sessionDays: {
    variable: 'STEMMA_SESSION_DAYS',
    reader: integer(1, 365, 30),
    meaning: 'Days after which a browser session expires, even if it is used.',
  },
  sessionIdleHours: {
    variable: 'STEMMA_SESSION_IDLE_HOURS',
    reader: integer(1, 8760, 7 * 24),
    meaning: 'Hours after which an unused browser session expires.',
  },
  invitationDays: {
    variable: 'STEMMA_INVITATION_DAYS',
    reader: integer(1, 365, 30),
    meaning: 'Days after which a pending invitation expires. Inviting the address again renews it.',
  },
  tokensMax: {
    variable: 'STEMMA_TOKENS_MAX',
    reader: integer(1, 100_000, 100),
    meaning: "The maximum number of personal access tokens per person. Expired tokens don't count.",
  },
  ssoProofHours: {
    variable: 'STEMMA_SSO_PROOF_HOURS',
    reader: integer(1, 87_600, 30 * 24),
    meaning:
      'Hours for which organizations that require single sign-on (`sso`) accept a sign-in, for the session ' +
      'and for tokens created in it. After that, people sign in again and create new tokens.',
  },
  deletedOrganizationsKeptDays: {
    variable: 'STEMMA_DELETED_ORGANIZATIONS_KEPT_DAYS',
    reader: integer(0, 3650, 14),
    meaning:
      'Days for which a deleted organization can be restored by its admins. After that, everything in it ' +
      'is removed. Applies to organizations that are deleted from then on.',
  },
  deletedSpacesKeptDays: {
    variable: 'STEMMA_DELETED_SPACES_KEPT_DAYS',
    reader: integer(0, 3650, 7),
    meaning:
      'Days for which a deleted space can be restored. After that, it is removed with everything in it.',
  },
  releasedNamesKeptDays: {
    variable: 'STEMMA_RELEASED_NAMES_KEPT_DAYS',
    reader: integer(0, 3650, 30),
    meaning:
      'Days for which a name that an organization gives up stays reserved for it: URLs and basenames of ' +
      'sites, hostnames of organizations, names of integrations. `0` makes it available to everyone ' +
      'immediately.',
  },
  contentCacheBytes: {
    variable: 'STEMMA_CONTENT_CACHE_BYTES',
    reader: integer(0, 100_000_000_000, 64 * 1024 * 1024),
    meaning:
      'The size of the content cache of each process, in bytes. Decoded objects use additional memory.',
  },
  sitesCacheBytes: {
    variable: 'STEMMA_SITES_CACHE_BYTES',
    reader: integer(0, 100_000_000_000, 64 * 1024 * 1024),
    meaning: 'The size of the cache of drawn pages of published sites in each process, in bytes.',
  },
  insightKeptDays: {
    variable: 'STEMMA_INSIGHT_KEPT_DAYS',
    reader: integer(1, 3650, 400),
    meaning:
      'Days for which views, searches and feedback of published sites are kept. 400 days are enough to ' +
      'compare a month with the same month of the year before.',
  },
  insightSeconds: {
    variable: 'STEMMA_INSIGHT_SECONDS',
    reader: integer(1, 3600, 10),
    meaning:
      'Seconds between two times at which a server process stores what it has counted on published sites. ' +
      'A process that is killed loses at most that long.',
  },
  ...mailSettings,
  ...fileSettings,
  secretKeys: {
    variable: 'STEMMA_SECRET_KEYS',
    reader: sealingKeys,
    byDefault: 'the file `secret-keys` in `STEMMA_FILES_FOLDER`',
    meaning:
      'The keys that encrypt secrets in the database, as `stemma-server keys create` prints them, ' +
      'separated by commas. The first key encrypts, all keys decrypt.',
  },
  outsideAllow: {
    variable: 'STEMMA_OUTSIDE_ALLOW',
    reader: endpoints,
    byDefault: 'none',
    meaning:
      'Addresses in your own network that the server is allowed to call, such as `10.0.0.5:8080`, ' +
      'separated by commas. All other private addresses are blocked.',
  },
  fontsFolder: {
    variable: 'STEMMA_FONTS_FOLDER',
    reader: path(),
    byDefault: 'none',
    meaning:
      'A folder with additional fonts for PDFs, as TTF or OTF. Characters that the built-in fonts lack are ' +
      'taken from these fonts, then from the system fonts.',
  },
  dnsServers: {
    variable: 'STEMMA_DNS_SERVERS',
    reader: nameServers,
    byDefault: 'the DNS servers of the system',
    meaning:
      'The DNS servers for the records that verify domains: IP addresses separated by commas, with a port ' +
      'if it is not 53.',
  },
  openapiRefreshHours: {
    variable: 'STEMMA_OPENAPI_REFRESH_HOURS',
    reader: integer(0, 8760, 6),
    meaning:
      'Hours after which an OpenAPI spec is fetched from its URL again. `0` disables it. A new value takes ' +
      'effect for a spec after it is processed again.',
  },
  auditKeptDays: {
    variable: 'STEMMA_AUDIT_KEPT_DAYS',
    reader: integer(0, 36_500, 0),
    meaning: 'Days for which the audit log is kept. `0` keeps it forever. Older entries are deleted.',
  },
  deliveriesKeptDays: {
    variable: 'STEMMA_DELIVERIES_KEPT_DAYS',
    reader: integer(1, 3650, 30),
    meaning:
      'Days for which the results of webhook deliveries, and mails that were sent or failed, are kept.',
  },
  importPagesMax: {
    variable: 'STEMMA_IMPORT_PAGES_MAX',
    reader: integer(1, 100_000, 5000),
    meaning: 'The maximum number of pages of one import.',
  },
  importBytesMax: {
    variable: 'STEMMA_IMPORT_BYTES_MAX',
    reader: integer(1024, 1_000_000_000, 100 * 1024 * 1024),
    meaning:
      'The maximum size of an imported archive or document, in bytes, before it is unpacked. It is held in ' +
      'memory while it is read.',
  },
  importStepSeconds: {
    variable: 'STEMMA_IMPORT_STEP_SECONDS',
    reader: integer(1, 60, 5),
    meaning:
      'Seconds for which a worker imports pages of a website before it saves its progress. If a worker is ' +
      'killed, another one takes over after eight times as long.',
  },
  importsKeptDays: {
    variable: 'STEMMA_IMPORTS_KEPT_DAYS',
    reader: integer(0, 36_500, 90),
    meaning:
      'Days for which finished import runs, their reports and the records of uploads are kept. `0` keeps ' +
      'them forever. Older ones are deleted every hour; imported content stays.',
  },
  notificationsKeptDays: {
    variable: 'STEMMA_NOTIFICATIONS_KEPT_DAYS',
    reader: integer(1, 3650, 90),
    meaning: 'Days for which notifications are kept, read or not. Older ones are deleted every hour.',
  },
  threads: {
    variable: 'STEMMA_THREADS',
    reader: integer(1, 64, 2),
    meaning:
      'The number of threads of each process that convert documents, and the number that process long ' +
      'texts. Each needs up to 512 MB. If all threads are busy, work waits in a queue. If the queue is ' +
      'full, the server returns 503.',
  },
  jobs: {
    variable: 'STEMMA_JOBS',
    reader: toggle(true),
    meaning: 'Whether `stemma-server serve` also runs jobs. With `off`, run `stemma-server work` as well.',
  },
  metrics: {
    variable: 'STEMMA_METRICS',
    reader: choice<'off' | 'loopback' | 'on'>(['off', 'loopback', 'on'], 'loopback'),
    meaning:
      'Who can read `/metrics`, for Prometheus: `off` for nobody, `loopback` for programs on this machine ' +
      'that connect directly and not through a proxy, `on` for everyone. With `on`, block public access in ' +
      'your proxy.',
  },
  tlsPermission: {
    variable: 'STEMMA_TLS_PERMISSION',
    reader: choice<'off' | 'loopback' | 'on'>(['off', 'loopback', 'on'], 'loopback'),
    meaning:
      'Who can ask `/~tls?domain=` whether a host is a verified host of a site, for on-demand TLS of ' +
      'Caddy: `off`, `loopback` and `on` as for `STEMMA_METRICS`. With `on`, block public access in your ' +
      'proxy.',
  },
  console: {
    variable: 'STEMMA_CONSOLE',
    reader: toggle(true),
    meaning:
      'Whether `/app/` is the console, in which people read and work in a browser. The links of the API ' +
      'lead there, unless `STEMMA_APP_URL` names another host.',
  },
  docs: {
    variable: 'STEMMA_DOCS',
    reader: toggle(true),
    meaning:
      'Whether `/docs` shows the API reference in a browser, and `/openapi.json` returns the OpenAPI ' +
      'document. Both are public, and the same on every server.',
  },
} as const satisfies Readonly<Record<string, Setting>>

export interface Setting {
  readonly variable: string
  readonly reader: Reader<unknown>
  /** The default, if it is not a fixed value. */
  readonly byDefault?: string
  /** For operators, in Markdown. */
  readonly meaning: string
}
