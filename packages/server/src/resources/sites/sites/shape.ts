import type { Site, SitePublishingAuth } from '@stemma/contract'
import { allows, type Standing } from '../../../auth/resolver.ts'
import type { Addresses } from '../../../common/addresses.ts'
import { features } from './features.ts'

export interface SiteRow {
  readonly id: string
  readonly organizationId: string
  readonly type: string
  readonly title: string
  readonly visibility: string
  readonly published: boolean
  readonly basename: string | null
  readonly hostname: string | null
  readonly proxy: string | null
  /** The active proxy or hostname, not a pending one. */
  readonly front: string | null
  readonly agentsContext: string
  readonly adaptiveContent: boolean
  readonly siteSpaces: number
  readonly createdAt: string
}

export function toSite(row: SiteRow, { addresses, standing }: Viewer): Site {
  const { id, organizationId, hostname, basename, proxy } = row
  const type = row.type as Site['type']
  const published = publishedAddress(row, addresses)
  return {
    object: 'site',
    id,
    type,
    appliedType: type,
    title: row.title,
    ...(hostname !== null && { hostname }),
    ...(basename !== null && { basename }),
    ...(proxy !== null && { proxy: { origin: proxy, target: addresses.sitePath(basename ?? id) } }),
    visibility: row.visibility as Site['visibility'],
    defaultLevel: 'inherit',
    permissions: permissionsOf(standing),
    published: row.published,
    siteSpaces: row.siteSpaces,
    createdAt: row.createdAt,
    adaptiveContent: { enabled: row.adaptiveContent },
    agentsContext: row.agentsContext as Site['agentsContext'],
    features: features(type),
    urls: {
      location: addresses.site(organizationId, id),
      app: addresses.siteApp(organizationId, id),
      ...(published !== undefined && { published }),
      preview: addresses.siteApp(organizationId, id),
    },
  }
}

/** Everyone who gets a site may view it. The rest follows the `access` of operations on sites. */
function permissionsOf(standing: Pick<Standing, 'organization'>): Site['permissions'] {
  const manages = allows('org.create', standing)
  return {
    view: true,
    access: allows('org.member', standing),
    edit: manages,
    create: manages,
    admin: manages,
    installIntegration: allows('org.admin', standing),
    viewAdaptiveSchema: allows('org.read', standing),
    editAdaptiveSchema: manages,
  }
}

interface Viewer {
  readonly addresses: Addresses
  readonly standing: Pick<Standing, 'organization'>
}

/** The URL of a published site. */
export function publishedAddress(row: Located, addresses: Addresses): string | undefined {
  return row.published ? siteAddress(row, addresses) : undefined
}

/** The active proxy or hostname of a site, or else its path on this installation. */
export function siteAddress({ front, basename, id }: Located, addresses: Addresses): string {
  return front === null ? addresses.sitePath(basename ?? id) : `https://${front}`
}

type Located = Pick<SiteRow, 'id' | 'published' | 'front' | 'basename'>

/** The settings for visitor sign-in. */
export interface AuthRow {
  readonly backend: string
  readonly privateKey: string
  readonly fallbackURL: string | null
}

export function toAuth({ backend, privateKey, fallbackURL }: AuthRow): SitePublishingAuth {
  return {
    object: 'publishing-auth',
    backend: backend as SitePublishingAuth['backend'],
    privateKey,
    ...(fallbackURL !== null && { fallbackURL }),
  }
}
