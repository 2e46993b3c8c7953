import { operations, type SiteCustomizationSettings } from '@stemma/contract'
import { customizationCss, fontOriginsOf, policyOf } from '@stemma/site'
import type { FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'
import { gateFor, type Visitor } from '../../../auth/audience.ts'
import { claimsOf } from '../../../auth/claims.ts'
import { allows } from '../../../auth/resolver.ts'
import type { Core } from '../../../http/route.ts'
import { frameOrigins } from '../../content/embeds/index.ts'
import * as customizations from '../site-customization/index.ts'
import type { Entrance } from './entering.ts'
import { findSignedIn } from './member-visits.ts'
import { hashOf, type Opened, openSite } from './opening.ts'

interface Asked {
  readonly core: Core
  readonly request: FastifyRequest
  readonly entrance: Entrance
}

/** What follows `~site/try/` in a URL, if it is one of a site that somebody tries out. */
export function triedIn({ rest }: Pick<Entrance, 'rest'>): string | undefined {
  const at = rest.indexOf('~site')
  return at >= 0 && rest[at + 1] === 'try' ? rest[at + 2] : undefined
}

/**
 * The site with settings that are not saved, as an imagined visitor sees it, published or not. The console
 * shows it in a frame to people who may change the site. For everybody else it doesn't exist, and neither
 * does it outside of that frame: a link to it must not show a site with the words of somebody else.
 */
export async function openTried({ core, request, entrance }: Asked, name: string) {
  const { console: from } = core.addresses
  const tried = readTried(name)
  if (from === undefined || tried === undefined || request.headers['sec-fetch-dest'] !== 'iframe')
    return undefined
  const found = await findSignedIn({ core, request, url: entrance.url }, entrance.key)
  if (found === undefined || !allows('org.create', found.standing)) return undefined
  const door = { ...entrance.door, published: true }
  const imagined = { ...entrance, door, visitor: visitorWith(tried.claims, entrance), refusal: undefined }
  const opened = openSite(imagined)
  const shown = opened && withSettings(imagined, opened, tried.settings, new URL(from).origin)
  return shown && { entrance: imagined, opened: { ...shown, ...apart(shown, name) } }
}

function visitorWith(claims: object | undefined, { door: { schema } }: Entrance): Visitor {
  const said = claims as { readonly unsigned?: unknown } | undefined
  const known = said && { claims: claimsOf(schema, { signed: said, unsigned: said.unsigned }) }
  return { isMember: true, token: 'missing', ...known }
}

/** Settings that could not be saved are not shown either. */
function withSettings(entrance: Entrance, opened: Opened, tried: object, from: string): Opened {
  const saved = entrance.site.lookOf(opened.chosen.siteSpace.id).settings
  const wanted = { ...saved, ...tried }
  const settings = isSettings(wanted) ? wanted : saved
  const css = customizationCss(settings)
  const policy = policyOf({
    frames: [...frameOrigins, "'self'"],
    fonts: fontOriginsOf(settings),
    css,
    ancestors: [from],
  })
  const { id } = opened.chosen.siteSpace
  const withHistory = new Set(settings.history.enabled ? [...opened.withHistory, id] : [])
  const seen = customizations.seenSettings(settings, gateFor(entrance))
  return { ...opened, settings: seen, css, policy, withHistory }
}

function isSettings(settings: unknown): settings is SiteCustomizationSettings {
  return Value.Check(operations.updateSiteCustomizationById.body, settings)
}

function apart({ version }: Opened, tried: string) {
  return { tried, isForAll: false, isIndexed: false, version: hashOf(`${version} ${tried}`) }
}

interface Tried {
  /** Instead of the saved ones, each as a whole. */
  readonly settings: object
  readonly claims?: object
}

const triedMax = 12_000

/** JSON as base64url. */
function readTried(name: string): Tried | undefined {
  if (name.length > triedMax) return undefined
  try {
    const { settings = {}, claims } = JSON.parse(Buffer.from(name, 'base64url').toString()) ?? {}
    if (!isObject(settings)) return undefined
    return { settings, ...(isObject(claims) && { claims }) }
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
