import type { Integration } from '@stemma/contract'
import type { OrganizationStanding } from '../../../auth/resolver.ts'
import type { Context } from '../../../common/context.ts'
import * as organizations from '../../organizations/organizations/index.ts'
import { addressOf, type KeptImage } from './images.ts'
import type { IntegrationRow } from './store.ts'

/** Integrations as the caller sees them. An owner that the caller isn't in shows only its public fields. */
export async function toIntegrations(context: Context, rows: readonly IntegrationRow[]) {
  const { db, caller } = context
  const viewer = { ...caller, boundTo: caller.organizationId }
  const ids = [...new Set(rows.map(({ organizationId }) => organizationId))]
  const owners = new Map((await organizations.among(db, ids, viewer)).map((one) => [one.id, one]))
  const administersOne = await organizations.administersOne(db, viewer)
  return rows.flatMap((row) => {
    const owner = owners.get(row.organizationId)
    return owner === undefined ? [] : [toIntegration(context, row, { ...owner, administersOne })]
  })
}

interface Owner extends organizations.OrganizationRow {
  readonly standing: OrganizationStanding
  readonly ownsTeam: boolean
  readonly administersOne: boolean
}

function toIntegration(context: Context, row: IntegrationRow, owner: Owner): Integration {
  const { addresses } = context
  const { name, icon, previewImages } = row
  const admin = owner.standing === 'admin'
  const endpoint = addresses.integrationEndpoint(name)
  const image = (one: unknown) => addressOf(context, name, one as KeptImage)
  return {
    object: 'integration',
    ...declaredBy(row),
    previewImages: (previewImages as unknown[]).map(image),
    verified: false,
    owner: organizations.toOrganization(owner, owner, addresses),
    urls: {
      location: addresses.integration(name),
      ...(icon !== null && { icon: image(icon) }),
      app: addresses.integrationApp(name),
      assets: `${endpoint}/assets`,
      publicEndpoint: endpoint,
      publicContentEndpoint: endpoint,
    },
    permissions: { admin, install: row.visibility === 'private' ? admin : owner.administersOne },
  }
}

/** The contents of the manifest, which was validated on publication. */
function declaredBy(row: IntegrationRow) {
  const { summary, configurations, contentSecurityPolicy } = row
  return {
    name: row.name,
    version: row.version,
    title: row.title,
    description: row.description,
    ...(summary !== null && { summary }),
    target: row.target as Integration['target'],
    visibility: row.visibility as Integration['visibility'],
    scopes: row.scopes as Integration['scopes'],
    categories: row.categories as Integration['categories'],
    blocks: row.blocks as NonNullable<Integration['blocks']>,
    contentSources: row.contentSources as NonNullable<Integration['contentSources']>,
    ...(configurations !== null && {
      configurations: configurations as NonNullable<Integration['configurations']>,
    }),
    externalLinks: row.externalLinks as Integration['externalLinks'],
    ...(contentSecurityPolicy !== null && { contentSecurityPolicy }),
  }
}
