import type { ParamName, Role } from '@stemma/contract'
import { sealClientSecret } from '../auth/client-secret.ts'
import { sealSAMLKey } from '../auth/saml-key.ts'
import { newId, newKey } from '../common/ids.ts'
import { givenVerifiedDomain } from './domains.ts'
import { givenUser, type Person, type Server } from './harness.ts'
import { givenSpaceContent, type SpaceContent } from './world-content.ts'
import { givenImportRun, type SampleImport } from './world-import.ts'
import { givenIntegration, type SampleIntegration } from './world-integration.ts'
import { givenLogins, type Logins } from './world-logins.ts'
import { givenSpec, type SampleSpec } from './world-openapi.ts'
import { givenSite, type SampleSite } from './world-site.ts'
import { givenWebhook, type SampleWebhook } from './world-webhook.ts'

/** An organization with one of everything that a path can name. */
export interface Tenant extends Logins {
  readonly organizationId: string
  readonly admin: Person
  /** The user that operations act on. */
  readonly person: Person
  readonly teamId: string
  readonly inviteId: string
  /** A pending invitation to the admin's email address. */
  readonly invitationId: string
  readonly spaceId: string
  readonly deletedSpaceId: string
  readonly collectionId: string
  /** Another organization with the same users, as a target for transfers. */
  readonly annexId: string
  /** The space of the site: at the top level, with the same direct grants as the other space. */
  readonly shownSpaceId: string
  readonly translationSettingsId: string
  readonly samlProviderId: string
  readonly oidcProviderId: string
  readonly scimTokenId: string
  readonly content: SpaceContent
  readonly site: SampleSite
  readonly spec: SampleSpec
  readonly integration: SampleIntegration
  readonly webhook: SampleWebhook
  readonly imported: SampleImport
}

/** Two equal tenants: actions on one must never affect the other. */
export interface World {
  readonly ours: Tenant
  readonly theirs: Tenant
}

export async function givenWorld(server: Server): Promise<World> {
  const [ours, theirs] = await Promise.all([givenTenant(server), givenTenant(server)])
  return { ours, theirs }
}

export async function givenTenant(server: Server): Promise<Tenant> {
  const { db } = server
  const now = new Date().toISOString()
  const [admin, person, author] = [await givenUser(server), await givenUser(server), await givenUser(server)]
  const [organizationId, teamId, inviteId] = [newId(), newId(), newKey()]
  const [spaceId, deletedSpaceId, collectionId, annexId] = [newId(), newId(), newId(), newId()]
  const [shownSpaceId, variantId] = [newId(), newId()]
  await givenOrganizations(server, organizationId, annexId)
  server.operators.push(admin.email)
  for (const { id } of [admin, person]) await join(server, annexId, id, 'create')
  await joinAll(server, organizationId, { admin, person })
  const named = { organization_id: organizationId, title: 'One', created_at: now }
  await givenTeam(server, { id: teamId, ...named }, person)
  await db
    .insertInto('invites')
    .values({ id: inviteId, organization_id: organizationId, role: 'comment', created_at: now })
    .execute()
  const invitationId = await givenInvitation(server, organizationId, admin)
  await db
    .insertInto('collections')
    .values({ id: collectionId, ...named })
    .execute()
  const space = { parent_id: collectionId, ...named }
  await db
    .insertInto('spaces')
    .values([
      { id: spaceId, ...space, ...contentOf(spaceId), edit_mode: 'live', ...counted },
      { id: deletedSpaceId, ...space, ...contentOf(deletedSpaceId), edit_mode: 'live', deleted_at: now },
      { id: shownSpaceId, ...named, ...contentOf(shownSpaceId) },
      { id: variantId, ...named, ...contentOf(variantId) },
    ])
    .execute()
  const people = { authorId: author.id, reviewerId: admin.id, askedId: person.id }
  const content = await givenSpaceContent(server, {
    organizationId,
    spaceId,
    revisionId: spaceId,
    ...people,
  })
  const places = { spaceIds: [spaceId, shownSpaceId, deletedSpaceId], collectionId }
  await grantUser(server, places, person.id, { space: 'read', collection: 'read' })
  await grantTeam(server, places, teamId)
  const site = await givenSite(server, { organizationId, spaceId: shownSpaceId, variantId })
  const spec = await givenSpec(server, organizationId)
  const imported = await givenImportRun(server, { organizationId, spaceId, ...content }, admin.id)
  const webhook = await givenWebhook(server, organizationId, admin.id)
  const integration = await givenIntegration(server, {
    organizationId,
    adminId: admin.id,
    spaceId,
    siteId: site.siteId,
  })
  const settings = await givenSettings(server, named, teamId)
  const logins = await givenLogins(server, { adminId: admin.id, personId: person.id })
  const ids = {
    organizationId,
    ...logins,
    teamId,
    inviteId,
    invitationId,
    spaceId,
    deletedSpaceId,
    collectionId,
    annexId,
  }
  const parts = { content, site, spec, integration, webhook, imported }
  return { ...ids, shownSpaceId, ...settings, admin, person, ...parts }
}

/** An invitation as an admin. */
export async function givenInvitation(
  { db }: Server,
  organizationId: string,
  { email }: { readonly email: string },
): Promise<string> {
  const id = newId()
  await db
    .insertInto('invitations')
    .values({
      id,
      organization_id: organizationId,
      email,
      role: 'admin',
      sso: false,
      created_at: new Date().toISOString(),
      expires_at: '2099-01-01T00:00:00.000Z',
    })
    .execute()
  return id
}

async function givenSettings(server: Server, named: Named, teamId: string) {
  return {
    translationSettingsId: await givenTranslationSettings(server, named),
    samlProviderId: await givenSAMLProvider(server, named, teamId),
    oidcProviderId: await givenOIDCProvider(server, named, teamId),
    scimTokenId: await givenScimToken(server, named),
  }
}

/** Another admin is there, so that the first one can leave, and delete their account. */
async function joinAll(server: Server, organizationId: string, { admin, person }: People) {
  const other = await givenUser(server)
  for (const { id } of [admin, other]) await join(server, organizationId, id, 'admin')
  await join(server, organizationId, person.id, 'read')
}

type People = Pick<Tenant, 'admin' | 'person'>

async function givenOrganizations(server: Server, organizationId: string, annexId: string) {
  const now = new Date().toISOString()
  const stamps = { created_at: now, updated_at: now }
  const own = {
    email_domains: [sharedDomain, domainOf(organizationId)],
    hostname: subdomainOf(organizationId),
  }
  const tenant = { id: organizationId, title: 'Tenant', ...own, ...stamps, default_role: 'read' } as const
  await server.db.insertInto('organizations').values(tenant).execute()
  const annex = { id: annexId, title: 'Annex', ...stamps }
  await server.db.insertInto('organizations').values(annex).execute()
  await givenVerifiedDomain(server, organizationId, sharedDomain)
  await givenVerifiedDomain(server, organizationId, domainOf(organizationId))
}

async function givenTeam({ db }: Server, team: Named & { readonly id: string }, { id }: Person) {
  await db.insertInto('teams').values(team).execute()
  const { organization_id } = team
  await db
    .insertInto('team_members')
    .values({ organization_id, team_id: team.id, user_id: id, role: 'member' })
    .execute()
}

async function givenTranslationSettings({ db }: Server, named: Named): Promise<string> {
  const id = newId()
  await db
    .insertInto('translation_settings')
    .values({ id, ...named, updated_at: named.created_at })
    .execute()
  return id
}

/** A provider with all settings; nobody signs in with it. */
async function givenSAMLProvider(
  { db, seals }: Server,
  { organization_id, created_at }: Named,
  teamId: string,
): Promise<string> {
  const id = newId()
  const [certificate, private_key] = ['a certificate', sealSAMLKey(seals, organization_id, 'a key')]
  await db.insertInto('saml_keys').values({ organization_id, certificate, private_key, created_at }).execute()
  const settings = {
    sso_url: 'https://idp.example.com/sso',
    entity_id: 'https://idp.example.com',
    certificate,
  }
  const of = { organization_id, id, label: 'Company', default_team_id: teamId, created_at }
  await db
    .insertInto('saml_providers')
    .values({ ...of, ...settings })
    .execute()
  return id
}

async function givenOIDCProvider(
  { db, seals }: Server,
  { organization_id, created_at }: Named,
  teamId: string,
): Promise<string> {
  const id = newId()
  const key = { organizationId: organization_id, oidcProviderId: id }
  const settings = {
    issuer: 'https://idp.example.com',
    client_id: 'stemma',
    client_secret: sealClientSecret(seals, key, 'a secret'),
    group_teams: JSON.stringify([{ group: 'everybody', teamId }]),
  }
  const of = { organization_id, id, label: 'Company', created_at }
  await db
    .insertInto('oidc_providers')
    .values({ ...of, ...settings })
    .execute()
  return id
}

async function givenScimToken({ db }: Server, { organization_id, created_at }: Named): Promise<string> {
  const id = newId()
  const secret = { prefix: 'stm_', secret_hash: Buffer.from(id) }
  const row = { organization_id, id, label: 'Directory', created_at, expires_at: '2099-01-01', ...secret }
  await db.insertInto('scim_tokens').values(row).execute()
  return id
}

interface Named {
  readonly organization_id: string
  readonly title: string
  readonly created_at: string
}

/** The drafts and the comment that `givenSpaceContent` creates. */
const counted = { change_requests: 2, change_requests_draft: 2, comments: 1 }

export async function join({ db }: Server, organizationId: string, userId: string, role: Role | null) {
  await db
    .insertInto('members')
    .values({ organization_id: organizationId, user_id: userId, role, joined_at: new Date().toISOString() })
    .execute()
}

interface Places {
  readonly spaceIds: readonly string[]
  readonly collectionId: string
}

/** Grants levels to a user directly. */
export async function grantUser(
  { db }: Server,
  places: Places,
  userId: string,
  { space, collection }: Levels,
) {
  for (const spaceId of space ? places.spaceIds : []) {
    const row = { space_id: spaceId, user_id: userId, role: space as Role }
    await db.insertInto('space_user_grants').values(row).execute()
  }
  // Only the first two spaces count, because the others are deleted.
  if (space) await db.updateTable('members').set({ spaces: 2 }).where('user_id', '=', userId).execute()
  if (!collection) return
  const row = { collection_id: places.collectionId, user_id: userId, role: collection }
  await db.insertInto('collection_user_grants').values(row).execute()
}

async function grantTeam({ db }: Server, { spaceIds, collectionId }: Places, teamId: string) {
  const rows = spaceIds.map((spaceId) => ({ space_id: spaceId, team_id: teamId, role: 'read' as const }))
  await db.insertInto('space_team_grants').values(rows).execute()
  const row = { collection_id: collectionId, team_id: teamId, role: 'read' as const }
  await db.insertInto('collection_team_grants').values(row).execute()
  await db.updateTable('teams').set({ spaces: 2 }).where('id', '=', teamId).execute()
}

export interface Levels {
  readonly space?: Role
  readonly collection?: Role
}

/** The value of each path parameter for a tenant. */
export function paramsOf(tenant: Tenant): Partial<Record<ParamName, string>> {
  const { organizationId, person, teamId, inviteId, invitationId, spaceId, collectionId } = tenant
  const { translationSettingsId, samlProviderId, oidcProviderId, scimTokenId } = tenant
  return {
    organizationId,
    teamId,
    inviteId,
    invitationId,
    spaceId,
    collectionId,
    translationSettingsId,
    samlProviderId,
    oidcProviderId,
    scimTokenId,
    ...tenant.content,
    ...tenant.site,
    ...tenant.spec,
    integrationName: tenant.integration.integrationName,
    installationId: tenant.integration.installationId,
    ...tenant.webhook,
    importRunId: tenant.imported.importRunId,
    userId: person.id,
    tokenId: person.tokenId,
    sessionId: tenant.sessionId,
    factorId: tenant.factor.id,
    emailDomain: domainOf(organizationId),
    subdomain: subdomainOf(organizationId),
  }
}

/** The domain of all users' email addresses. */
export const sharedDomain = 'example.com'

function domainOf(organizationId: string) {
  return `${subdomainOf(organizationId)}.example`
}

/** A unique name without capital letters. */
function subdomainOf(organizationId: string) {
  return `t${Buffer.from(organizationId.slice(-14)).toString('hex')}`
}

/** The columns that every space row needs for its content. */
export function contentOf(spaceId: string) {
  return { content_id: spaceId, revision_id: spaceId, updated_at: new Date().toISOString() }
}
