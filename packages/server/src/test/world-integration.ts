import type { InstallationScope } from '@stemma/contract'
import { newSecret, secretHash, secretPrefix } from '../auth/secrets.ts'
import { newId } from '../ids.ts'
import { configurationPlace } from '../resources/installations/store.ts'
import type { Server } from './harness.ts'

/** A private integration, installed in the organization that owns it, and one that is not. */
export interface SampleIntegration {
  readonly integrationName: string
  readonly installationId: string
  readonly freshIntegrationName: string
}

/** What the sample installation was granted. */
export const grantedScopes: readonly InstallationScope[] = ['space:content:read', 'openapi:read']

export const manifest = {
  title: 'One',
  description: 'What it does',
  scopes: [...grantedScopes],
  script: 'export default {}',
}

export async function givenIntegration(
  { db, seals }: Pick<Server, 'db' | 'seals'>,
  { organizationId, adminId }: { readonly organizationId: string; readonly adminId: string },
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
  return { integrationName, installationId: id, freshIntegrationName }
}

/** A token of the sample installation, as its admin was given it. */
export async function givenInstallationToken(
  { db }: Pick<Server, 'db'>,
  { userId, organizationId, installationId }: Readonly<Record<TokenField, string>>,
) {
  const [secret, tokenId] = [newSecret(), newId()]
  await db
    .insertInto('tokens')
    .values({
      id: tokenId,
      user_id: userId,
      organization_id: organizationId,
      installation_id: installationId,
      label: 'test',
      prefix: secretPrefix(secret),
      secret_hash: secretHash(secret),
      scopes: [],
      created_at: new Date().toISOString(),
      expires_at: '2099-01-01T00:00:00.000Z',
    })
    .execute()
  return { secret, tokenId }
}

type TokenField = 'userId' | 'organizationId' | 'installationId'
