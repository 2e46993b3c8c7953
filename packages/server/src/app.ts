import { join, resolve } from 'node:path'
import { operations } from '@stemma/contract'
import type { FastifyInstance } from 'fastify'
import { contentTokens } from './auth/content-token.ts'
import { rememberStandings } from './auth/remembered-standing.ts'
import { sessionSettings } from './auth/session-settings.ts'
import { signingKey } from './auth/signing-key.ts'
import { recordTokenUse } from './auth/token-use.ts'
import { addressesFor } from './common/addresses.ts'
import type { Config } from './config/config.ts'
import { openBlobs } from './config/open-blobs.ts'
import { isMailSetUp } from './config/open-mailer.ts'
import { openOutside } from './config/open-outside.ts'
import { openSeals } from './config/open-seals.ts'
import { requireReadable } from './config/require-readable.ts'
import { objectCache } from './content/object-cache.ts'
import { useThreads } from './content/text-threads.ts'
import type { Database } from './db/database.ts'
import { downloads } from './files/download-addresses.ts'
import { mountDownloads } from './files/download-route.ts'
import { exportAddresses } from './files/export-addresses.ts'
import { pdfAddresses } from './files/pdf-addresses.ts'
import { uploadAddresses } from './files/upload-addresses.ts'
import { mountConsole, readConsole } from './http/console.ts'
import { createServer } from './http/create-server.ts'
import { handleErrors } from './http/error-handler.ts'
import { setHeaders } from './http/headers.ts'
import { reportHealth } from './http/health.ts'
import { observe } from './http/observe.ts'
import { rateLimiter } from './http/rate-limit.ts'
import { mountReference } from './http/reference.ts'
import { type Core, routerPath } from './http/route.ts'
import { createShares } from './http/shares.ts'
import { permitCertificates } from './http/tls-permission.ts'
import { countJobs } from './jobs/count.ts'
import { patientOf } from './patient.ts'
import { hasSite } from './publishing/addresses.ts'
import { separateSiteHosts } from './publishing/site-hosts.ts'
import { resources } from './resources/index.ts'
import { watchStatus } from './upkeep/status.ts'

/** Builds the HTTP side. The caller makes it listen. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, db, clock = () => new Date() } = options
  const app = createServer(options)
  const built = config.console ? await readConsole() : undefined
  const addresses = addressesFor({ ...config, console: built !== undefined })
  separateSiteHosts(app, { db, config, addresses })
  useThreads(config.threads)
  const tokenUse = recordTokenUse(db)
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onClose', () => tokenUse.stop())

  handleErrors(app)
  await setHeaders(app, config)
  observe(app, { ...config, db, countJobs })
  permitCertificates(app, {
    ...config,
    hasSite: async (host) => !addresses.isOwnHost(host) && hasSite(db, host),
  })
  reportHealth(app, db, () => stopping)
  await requireReadable(config.breachedPasswords, 'STEMMA_BREACHED_PASSWORDS')
  const seals = await openSeals(config)
  const now = clock().toISOString()
  const key = await signingKey({ db, seals, now }, 'downloads')
  const blobs = await openBlobs(config)
  const files = {
    blobs,
    downloads: downloads({ key, baseUrl: config.filesUrl }),
    pdfs: pdfAddresses({ key: await signingKey({ db, seals, now }, 'pdfs'), baseUrl: config.filesUrl }),
    exports: exportAddresses({ key, baseUrl: config.filesUrl }),
    uploads: uploadAddresses({ key, baseUrl: config.filesUrl }),
    bytesMax: config.filesBytesMax,
    organizationBytesMax: config.filesOrganizationBytesMax,
  }
  mountDownloads(app, { ...files, clock })
  const objects = objectCache(config.contentCacheBytes)
  const core: Core = {
    db,
    clock,
    files,
    objects,
    imports: { pagesMax: config.importPagesMax, bytesMax: config.importBytesMax },
    outside: openOutside(config),
    addresses,
    sessions: sessionSettings(config),
    contentTokens: contentTokens(await signingKey({ db, seals, now }, 'content-tokens')),
    seals,
    operators: config.operators,
    examine: watchStatus(patientOf(config), clock),
    sendsMail: isMailSetUp(config),
    ...plainOf(config),
    limits: limitsOf(config),
    shares: createShares(config),
    sitesCacheBytes: config.sitesCacheBytes,
    streams: streamsOf(config),
    onTokenUsed: tokenUse.onTokenUsed,
    findStanding: await rememberStandings(db),
  }
  if (config.docs) mountReference(app, core)
  if (built) mountConsole(app, core, built)
  for (const { routes } of resources) await routes?.(app, core)
  for (const answering of resources.flatMap(({ operations }) => operations ?? [])) answering(app, core)
  requireWhole(app)
  return app
}

/** Settings that the product uses as they are, and the folder that has another one as its default. */
function plainOf(config: Config) {
  const {
    deletedOrganizationsKeptDays,
    invitationDays,
    deletedSpacesKeptDays,
    tokensMax,
    releasedNamesKeptDays,
  } = config
  const { insightKeptDays, insightSeconds, filesFolder, gitFolder } = config
  return {
    ...{ invitationDays, deletedSpacesKeptDays, tokensMax, releasedNamesKeptDays },
    ...{ insightKeptDays, insightSeconds, deletedOrganizationsKeptDays },
    gitFolder: resolve(gitFolder || join(filesFolder, 'git-cache')),
  }
}

function limitsOf({ rateLimitPerMinute: perMinute, bodyBytesMax }: Config): Core['limits'] {
  return {
    tokens: rateLimiter({ perMinute }),
    people: rateLimiter({ perMinute: perMinute * personsShare }),
    strangers: rateLimiter({ perMinute }),
    bodyBytes: bodyBytesMax,
  }
}

function streamsOf({ streamsPerPerson, streamsPerOrganization, requestTimeoutMs }: Config): Core['streams'] {
  return {
    perPerson: streamsPerPerson,
    perOrganization: streamsPerOrganization,
    keepAliveMs: Math.min(15_000, requestTimeoutMs),
  }
}

/** All tokens of a person together have this many times the rate limit of one token. */
const personsShare = 5

export interface AppOptions {
  readonly config: Config
  readonly db: Database
  readonly clock?: () => Date
  /** Where log lines go. Default: standard output. */
  readonly logStream?: { write(line: string): void }
}

/** Requires a resource for every operation of the contract. */
function requireWhole(app: FastifyInstance) {
  for (const [operationId, { method, path }] of Object.entries(operations)) {
    if (!app.hasRoute({ method, url: routerPath(path) })) {
      throw new Error(
        `No resource answers ${operationId}: add a handler for it, and its resource to the index.`,
      )
    }
  }
}
