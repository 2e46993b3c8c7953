import type { InstallationScope } from '@stemma/contract'
import { newVisitorKey } from '../auth/visitor-key.ts'
import { newId } from '../common/ids.ts'
import { configurationPlace } from '../resources/integrations/installations/store.ts'
import type { Server } from './harness.ts'

/**
 * A private integration, installed in its organization, on a space and on a site; and another that is not
 * installed.
 */
export interface SampleIntegration {
  readonly integrationName: string
  readonly installationId: string
  readonly freshIntegrationName: string
  /** A site without installations. */
  readonly spareSiteId: string
}

/** The scopes granted to the sample installation. */
export const grantedScopes: readonly InstallationScope[] = ['space:content:read', 'openapi:read']

export const manifest = {
  title: 'One',
  description: 'What it does',
  scopes: [...grantedScopes],
  script: 'export default {}',
}

export async function givenIntegration(
  { db, seals }: Pick<Server, 'db' | 'seals'>,
  { organizationId, adminId, ...on }: Place,
): Promise<SampleIntegration> {
  const now = new Date().toISOString()
  const [id, stamps] = [newId(), { created_at: now, updated_at: now }]
  const [integrationName, freshIntegrationName] = [`one-${newId()}.`, `fresh-${newId()}`]
  const row = {
    organization_id: organizationId,
    version: 1,
    title: manifest.title,
    description: manifest.description,
    visibility: 'private',
    target: 'all',
    scopes: manifest.scopes,
    categories: ['other'],
    blocks: '[]',
    block_domains: [],
    content_sources: '[]',
    external_links: '[]',
    preview_images: '[]',
    ...stamps,
  }
  const names = [integrationName, freshIntegrationName]
  await db
    .insertInto('integrations')
    .values(names.map((name) => ({ name, ...row })))
    .execute()
  await db
    .insertInto('installations')
    .values({
      id,
      integration_name: integrationName,
      organization_id: organizationId,
      installed_by: adminId,
      scopes: [...grantedScopes],
      configuration: seals.seal('{}', configurationPlace({ id, organizationId })),
      ...stamps,
    })
    .execute()
  const key = { installation_id: id, integration_name: integrationName, organization_id: organizationId }
  await installOn({ db, seals }, { ...key, ...stamps }, on)
  const spareSiteId = await givenSpareSite({ db, seals }, organizationId)
  return { integrationName, installationId: id, freshIntegrationName, spareSiteId }
}

interface Place {
  readonly organizationId: string
  readonly adminId: string
  readonly spaceId: string
  readonly siteId: string
}

async function installOn(
  { db, seals }: Pick<Server, 'db' | 'seals'>,
  key: Readonly<Record<InstalledField, string>>,
  { spaceId, siteId }: Pick<Place, 'spaceId' | 'siteId'>,
) {
  const rowIn = (where: 'space' | 'site') => {
    const row = newId()
    const place = { table: `${where}_installations`, row, organizationId: key.organization_id } as const
    return { ...key, id: row, external_ids: ['one'], configuration: seals.seal('{}', place) }
  }
  await db
    .insertInto('space_installations')
    .values({ ...rowIn('space'), space_id: spaceId })
    .execute()
  await db
    .insertInto('site_installations')
    .values({ ...rowIn('site'), site_id: siteId })
    .execute()
}

type InstalledField = 'installation_id' | 'integration_name' | 'organization_id' | 'created_at' | 'updated_at'

async function givenSpareSite({ db, seals }: Pick<Server, 'db' | 'seals'>, organizationId: string) {
  const [id, now] = [newId(), new Date().toISOString()]
  await db
    .insertInto('sites')
    .values({
      organization_id: organizationId,
      id,
      type: 'basic',
      title: 'Spare',
      visibility: 'public',
      auth_private_key: newVisitorKey(seals, { organizationId, siteId: id }),
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}
