import type { ParamName, Scope } from '@stemma/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  authenticate,
  contentTokenOf,
  requireAccess,
  requireOwnPage,
  requireUser,
  unauthenticated,
} from '../auth/access.ts'
import type { ContentToken } from '../auth/content-token.ts'
import { integrationStanding } from '../auth/integration-standing.ts'
import { networkOf } from '../auth/network.ts'
import { isOperator } from '../auth/operators.ts'
import { allows } from '../auth/resolver.ts'
import { cookieIn } from '../auth/session-settings.ts'
import { dutyOf, type SeenSession } from '../auth/sessions.ts'
import {
  opensSpace,
  type SiteKey,
  type SiteStanding,
  siteStanding,
  visitorStanding,
} from '../auth/site-standing.ts'
import { type Found, levelOn } from '../auth/standing.ts'
import type { Context, PublicContext } from '../common/context.ts'
import { ApiError } from '../common/errors.ts'
import { count, countCaller, countStranger } from './allowance.ts'
import type { Core, Route } from './route.ts'

/**
 * Identifies the caller and checks access: 401, 429, then 403 or 404. Before the body is read, rejects only
 * callers that no body could give access.
 */
export async function identify(
  core: Core,
  { operation }: Pick<Route, 'operation'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { isBodyRead = true }: { readonly isBodyRead?: boolean } = {},
): Promise<PublicContext | Context> {
  const { db } = core
  const base = momentOf(core, request)
  const { now } = base
  if (operation.access[0] === 'public') {
    countStranger(core, request, reply)
    return base
  }
  const contentToken = contentTokenOf(request.headers.authorization)
  if (contentToken !== undefined) return admit({ core, operation, request, reply, base }, contentToken)
  const params = namesIn(request)
  const lookup = { path: operation.path, params, now, deleted: operation.onDeleted === true }
  const found = await authenticate(core, credentialsOf(request, core), lookup).catch((error) => {
    if (error instanceof ApiError) countStranger(core, request, reply)
    throw error
  })
  const { caller, session } = found
  request.userId = caller.userId
  countCaller(core, caller, reply)
  if (session) admitSession(session, request, base)
  requireUser(request.headers['stemma-user'], caller.userId)
  core.onTokenUsed(caller.tokenId, now)
  const integration = await integrationOf(db, operation, request, found)
  const home = params.organizationId === undefined ? (integration?.home ?? found.home) : found.home
  const known = { ...found.standing, ...integration?.standing }
  const site = await siteOf(core, request, { caller, home, standing: known })
  const parent = isBodyRead ? parentLevel(db, operation, request, found) : bestParentLevel(operation, found)
  const level = await parent
  const byKey = await shareKeyStanding(core, operation, request, found)
  const operator = operation.access.includes('operator') && (await isOperator(db, core.operators, caller))
  const standing = { ...known, ...level, ...byKey, ...site?.standing, ...(operator && { operator }) }
  requireAccess(operation, { caller, home, standing }, core.addresses)
  const { audience } = site ?? {}
  return { ...base, caller, home, standing, ...(audience && { audience }) }
}

/**
 * What every request has, whoever sent it. The fields are copied one by one: spreading a part of another
 * object would take longer than all the rest.
 */
export function momentOf(core: Core, request: FastifyRequest): PublicContext {
  return {
    db: core.db,
    now: core.clock().toISOString(),
    requestId: request.id,
    addresses: core.addresses,
    contentTokens: core.contentTokens,
    seals: core.seals,
    sessions: core.sessions,
    operators: core.operators,
    examine: core.examine,
    sendsMail: core.sendsMail,
    invitationDays: core.invitationDays,
    deletedOrganizationsKeptDays: core.deletedOrganizationsKeptDays,
    deletedSpacesKeptDays: core.deletedSpacesKeptDays,
    tokensMax: core.tokensMax,
    releasedNamesKeptDays: core.releasedNamesKeptDays,
    insightKeptDays: core.insightKeptDays,
    objects: core.objects,
    files: core.files,
    imports: core.imports,
    outside: core.outside,
    prepared: core.prepared,
  }
}

/** The site belongs to the organization in the path, or to that of an installation. */
async function siteOf(core: Core, request: FastifyRequest, { home, ...found }: Omit<Found, 'session'>) {
  const { siteId } = namesIn(request)
  if (siteId === undefined) return undefined
  return siteStanding(core, { organizationId: home, siteId }, { ...found, ...shareKeyOf(request) })
}

export function credentialsOf({ headers }: FastifyRequest, { sessions }: Pick<Core, 'sessions'>) {
  return { authorization: headers.authorization, cookie: cookieIn(headers.cookie, sessions.cookieName) }
}

/** Records whether the response must replace the session secret, and rejects a copied secret. */
export function admitSession(session: SeenSession, request: FastifyRequest, moment: PublicContext) {
  const duty = dutyOf(session, moment)
  request.session = { ...session, duty }
  if (duty === 'end') throw unauthenticated()
  if (!['GET', 'HEAD'].includes(request.method)) requireOwnPage(request.headers, moment.sessions)
}

/** A visitor of a published site has no account, and can read what the site currently shows them. */
async function admit({ core, operation, request, reply, base }: Entrance, secret: string): Promise<Context> {
  const token = await core.contentTokens.read(secret, base.now)
  if (token === undefined) {
    countStranger(core, request, reply)
    throw unauthenticated()
  }
  const { organization: home, site } = token
  count(core.limits.tokens, `${site} ${networkOf(request.ip)}`, reply)
  const found = await visitorStanding(core, token, namesIn(request))
  const context = visitorContext(base, { organizationId: home, siteId: site }, found)
  requireAccess(operation, context, core.addresses)
  if (operation.method === 'GET') reply.headers(cacheHeadersOf(token, namesIn(request)))
  return context
}

/** The context of a visitor of a site, who has no account. */
export function visitorContext(
  base: PublicContext,
  { organizationId, siteId }: SiteKey,
  found: SiteStanding,
): Context {
  const nobody = { userId: '', sessionId: null, ssoOrganizationId: null }
  const caller = { ...nobody, tokenId: siteId, scopes: visitorScopes, organizationId }
  return { ...base, caller, home: organizationId, ...found }
}

/**
 * Tells renderers how long they can keep a response, and the names of what it depends on. Nothing calls them
 * when that changes, so they ask again within the hour.
 */
function cacheHeadersOf({ site }: ContentToken, names: ReturnType<typeof namesIn>) {
  const { organizationId, specSlug, spaceId, userId } = names as Partial<Record<ParamName, string>>
  const tags = [
    `site:${site}`,
    ...(spaceId === undefined ? [] : [`space:${spaceId}`]),
    ...(userId === undefined ? [] : [`user:${userId}`]),
    ...(specSlug === undefined ? [] : [`organization:${organizationId}:openapi:${specSlug}`]),
  ]
  const safe = tags.filter((tag) => /^[\w:.~-]+$/.test(tag))
  return { 'x-gitbook-cache-tag': safe.join(','), 'x-gitbook-cache-control': 'max-age=3600' }
}

interface Entrance extends Pick<Route, 'operation'> {
  readonly core: Core
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly base: PublicContext
}

const visitorScopes: readonly Scope[] = ['site:read', 'site:search', 'space:read']

/** The objects in the path. PostgreSQL rejects U+0000, which no ID contains. */
function namesIn({ params }: FastifyRequest): Names {
  const given = params as Names
  for (const name in given) if (given[name as ParamName].includes('\0')) return withoutZero(given)
  return given
}

function withoutZero(names: Names): Names {
  const clean = Object.entries(names).map(([name, value]) => [name, value.includes('\0') ? '' : value])
  return Object.fromEntries(clean)
}

type Names = Readonly<Record<ParamName, string>> & { readonly siteId?: string }

/** Access to a site can depend on a share key in the request. */
function shareKeyOf({ query }: FastifyRequest) {
  const { shareKey } = (query ?? {}) as { shareKey?: unknown }
  return typeof shareKey === 'string' ? { shareKey } : {}
}

/** A share key lets callers without a level see a space that its site shows. */
async function shareKeyStanding(
  core: Core,
  { access }: Route['operation'],
  request: FastifyRequest,
  { home, standing }: Found,
) {
  const { shareKey } = shareKeyOf(request)
  const { spaceId } = namesIn(request)
  const isAsked = access.includes('shareKey') && standing.space == null
  if (!isAsked || shareKey === undefined || spaceId === undefined) return {}
  return { shareKey: await opensSpace(core, { organizationId: home, spaceId, shareKey }) }
}

/** The only part of the body that permissions depend on before validation: the parent collection. */
async function parentLevel(
  db: Core['db'],
  { access }: Route['operation'],
  { body, params }: FastifyRequest,
  { caller, standing }: Found,
) {
  const { parent } = (body ?? {}) as { parent?: unknown }
  const isAsked = access.includes('parent.create') && allows('org.member', standing)
  if (!isAsked || typeof parent !== 'string') return {}
  const { organizationId } = params as Record<'organizationId', string>
  return { parent: await levelOn(db, caller, { collection: parent, organizationId }) }
}

/**
 * Before the body is read, assumes that members of the organization will name a collection they have access
 * to.
 */
function bestParentLevel({ access }: Route['operation'], { standing }: Found) {
  const isAsked = access.includes('parent.create') && allows('org.member', standing)
  return isAsked ? ({ parent: 'admin' } as const) : {}
}

/** Publishing an integration requires access to the organization in the body. */
async function integrationOf(
  db: Core['db'],
  operation: Route['operation'],
  request: FastifyRequest,
  { caller }: Found,
) {
  const { integrationName, installationId }: Partial<Record<ParamName, string>> = namesIn(request)
  if (integrationName === undefined) return undefined
  const publishes = operation.body !== undefined && operation.access[0] === 'owner.admin'
  if (!publishes) return integrationStanding(db, { integrationName, installationId }, caller)
  const { organization } = (request.body ?? {}) as { organization?: unknown }
  // Without an owner there is nothing to check: the input is invalid, or not read yet.
  if (typeof organization !== 'string') return { home: caller.userId, standing: { owner: 'admin' } } as const
  return integrationStanding(db, { integrationName, publisher: organization }, caller)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The owner of the token, for the log. */
    userId: string | undefined
    /** The session of the request's cookie, and what to do with its secret. */
    session: (SeenSession & { readonly duty: ReturnType<typeof dutyOf> }) | undefined
    /** Why the request was rejected, for the log. */
    refusal: ApiError['reason'] | undefined
    /** Errors in the body, reported only to callers with access. */
    bodyError: ApiError | undefined
  }
  interface FastifyContextConfig {
    operationId?: string
    /** The response stays open. */
    streams?: boolean
  }
}
