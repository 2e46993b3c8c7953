import { givenUser } from '../../packages/server/src/test/harness.ts'
import { manifestFor } from '../../packages/server/src/test/integrating.ts'
import { givenSpec } from '../../packages/server/src/test/world-openapi.ts'
import type { Attack, Attempt, Stage } from './stage.ts'

type Try = readonly [name: string, run: () => Promise<unknown>]

/** Claims on every other name that is unique in the installation. */
export async function otherAttacks(stage: Stage): Promise<readonly Attack[]> {
  return [
    await subdomains(stage),
    await emailDomains(stage),
    await integrations(stage),
    await inviteLinks(stage),
    await uploads(stage),
    await specs(stage),
    await accounts(stage),
  ]
}

async function subdomains({ server, victim, attackers: [attacker] }: Stage): Promise<Attack> {
  const hostname = 'acme-docs'
  await victim.api.updateOrganizationById({ ...victim.at, body: { hostname } })
  const take = (name: string): Try => [
    `organization hostname ${name}`,
    async () => attacker?.api.updateOrganizationById({ ...attacker.at, body: { hostname: name } }),
  ]
  const publish: Try = [
    'publishing for the hostname of another organization',
    async () => {
      const params = { integrationName: 'for-acme' }
      await attacker?.api.publishIntegration({ params, body: manifestFor({ id: hostname }) })
      return 'published in the name of the victim'
    },
  ]
  const names = [hostname, 'ACME-docs', 'acme-docs.', 'acme－docs', victim.organizationId.toLowerCase()]
  return {
    keys: ['organizations.hostname'],
    attempts: toAttempts([...names.map(take), publish]),
    async lost() {
      const { target } = await server
        .as(await givenUser(server))
        .getSubdomain({ params: { subdomain: hostname } })
      return target.organization === victim.organizationId ? [] : [hostname]
    },
  }
}

async function emailDomains({ server, victim, attackers: [attacker] }: Stage): Promise<Attack> {
  const domain = 'mail.acme.example'
  await victim.api.updateOrganizationById({ ...victim.at, body: { emailDomains: [domain] } })
  const key = { organization_id: victim.organizationId, domain }
  await server.db
    .updateTable('email_domains')
    .set({ verified_at: new Date().toISOString(), vouched: true })
    .where('organization_id', '=', key.organization_id)
    .where('domain', '=', domain)
    .execute()
  const employee = server.as(await givenUser(server, { email: `ada@${domain}` }))
  const name = (one: string): Try => [
    `e-mail domain ${one}`,
    async () => {
      await attacker?.api.updateOrganizationById({ ...attacker.at, body: { emailDomains: [one] } })
      if (attacker === undefined) return undefined
      await attacker.api.checkEmailDomain({ params: { ...attacker.at.params, emailDomain: one } })
      await employee.joinOrganization(attacker.at)
      return 'somebody of the domain joined the attacker'
    },
  ]
  return {
    keys: [],
    attempts: toAttempts(
      [domain, domain.toUpperCase(), `${domain}.`, 'acme.example', 'x.mail.acme.example'].map(name),
    ),
    async lost() {
      const at = { params: { emailDomain: domain } }
      const { organizations } = await employee.getOrganizationsForEmailDomain(at)
      const ids = organizations.map(({ id }) => id)
      return ids.length === 1 && ids[0] === victim.organizationId ? [] : [`${domain}: ${ids}`]
    },
  }
}

async function integrations({ victim, attackers: [attacker] }: Stage): Promise<Attack> {
  const integrationName = 'Acme-Sync'
  const manifest = (id = '') => manifestFor({ id }, { visibility: 'public' })
  const at = { params: { integrationName } }
  await victim.api.publishIntegration({ ...at, body: manifest(victim.organizationId) })
  const take = (name: string): Try => [
    `integration ${name}`,
    async () =>
      attacker?.api.publishIntegration({
        params: { integrationName: name },
        body: manifest(attacker.organizationId),
      }),
  ]
  const whileUnpublished: Try = [
    'integration that is unpublished',
    async () => {
      await victim.api.unpublishIntegration(at)
      const outcome = await Promise.allSettled([take(integrationName)[1](), take('acme-sync')[1]()])
      await victim.api.publishIntegration({ ...at, body: manifest(victim.organizationId) })
      return outcome.some(({ status }) => status === 'fulfilled') ? 'the name was free' : undefined
    },
  ]
  const unpublish: Try = ['unpublishing another’s', async () => attacker?.api.unpublishIntegration(at)]
  return {
    keys: ['integrations.name', 'integrations.lower(name)', 'installations.integration_name,organization_id'],
    attempts: toAttempts([
      ...[integrationName, 'acme-sync', 'ACME-SYNC', 'Acme%2DSync', 'Acme-Sync '].map(take),
      unpublish,
      whileUnpublished,
    ]),
    async lost() {
      const { owner } = await victim.api.getIntegrationByName(at)
      return owner.id === victim.organizationId ? [] : [integrationName]
    },
  }
}

async function inviteLinks({ victim, attackers: [attacker] }: Stage): Promise<Attack> {
  const { id: inviteId } = await victim.api.createOrganizationInvite({ ...victim.at, body: { role: 'read' } })
  const places = [victim.at.params, attacker?.at.params ?? victim.at.params]
  const tries = places.flatMap((place, index): Try[] => {
    const params = { ...place, inviteId }
    const where = index === 0 ? 'where it is' : 'in one’s own organization'
    return [
      [`changing an invite link ${where}`, async () => change(params)],
      [
        `deleting an invite link ${where}`,
        async () => attacker?.api.deleteOrganizationInviteById({ params }),
      ],
    ]
  })
  const change = (params: { organizationId: string; inviteId: string }) =>
    attacker?.api.updateOrganizationInviteById({ params, body: { role: 'admin' } })
  return {
    keys: [],
    attempts: toAttempts(tries),
    async lost() {
      const { items } = await victim.api.listOrganizationInviteLinks(victim.at)
      const link = items.find(({ id }) => id === inviteId)
      return JSON.stringify(link).includes('"role":"read"') ? [] : [JSON.stringify(link ?? 'no link')]
    },
  }
}

async function uploads({ server, victim, attackers: [attacker] }: Stage): Promise<Attack> {
  const file = { name: 'a.md', type: 'text/markdown', size: 3 }
  const { url, key } = await victim.api.generateStorageUploadURL({
    ...victim.at,
    body: { file, kind: 'import_file' },
  })
  const own =
    attacker &&
    (await attacker.api.generateStorageUploadURL({ ...attacker.at, body: { file, kind: 'import_file' } }))
  const put = async (path: string, payload: string) => {
    const { statusCode } = await server.app.inject({
      method: 'PUT',
      url: path,
      payload: Buffer.from(payload),
    })
    return statusCode < 300 ? 'the upload was taken' : undefined
  }
  const [token = '', ownToken = ''] = [url, own?.url ?? ''].map((one) => one.split('/').at(-1))
  const [body = '', signature = ''] = token.split('.')
  const [ownBody = '', ownSignature = ''] = ownToken.split('.')
  const forged = [`${body}.${ownSignature}`, `${ownBody}.${signature}`, `${body}.`, body, key]
  const start: Try = [
    'importing what another organization uploaded',
    async () => {
      if (attacker === undefined) return undefined
      const space = await attacker.api.createSpace({ ...attacker.at, body: { title: 'Space' } })
      const source = { type: 'file' as const, files: [key] }
      await attacker.api.startImportRun({ ...attacker.at, body: { source, target: { space: space.id } } })
      return 'the import began'
    },
  ]
  return {
    keys: [],
    attempts: toAttempts([
      ...forged.map((one): Try => [`upload address ${one}`, () => put(`/~uploads/${one}`, 'bad')]),
      start,
    ]),
    lost: async () => [],
  }
}

async function specs({ server, victim, attackers: [attacker] }: Stage): Promise<Attack> {
  const { specSlug } = await givenSpec(server, victim.organizationId)
  const source = {
    type: 'text',
    text: '{"openapi": "3.1.0", "info": {"title": "Two", "version": "1"}, "paths": {}}',
  }
  const places = [victim.at.params, attacker?.at.params ?? victim.at.params]
  const tries = places.flatMap((place, index): Try[] => {
    const params = { ...place, specSlug }
    const where = index === 0 ? 'where it is' : 'in one’s own organization'
    const body = { source } as never
    return [
      [`spec by PUT ${where}`, async () => attacker?.api.createOrUpdateOpenAPISpecBySlug({ params, body })],
      [`deleting a spec ${where}`, async () => attacker?.api.deleteOpenAPISpecBySlug({ params })],
    ]
  })
  return {
    keys: [],
    attempts: toAttempts(tries),
    async lost() {
      const params = { organizationId: victim.organizationId, specSlug }
      const shown = await server.as(undefined).getPublishedOpenAPISpec({ params })
      return JSON.stringify(shown).includes('"One"') ? [] : [JSON.stringify(shown)]
    },
  }
}

/** Only the operator and an identity provider can change the email address of an account. */
async function accounts({ server, victim, attackers: [attacker] }: Stage): Promise<Attack> {
  const { email, id } = victim.admin
  const attempts = [email, email.toUpperCase()].map((address): Try => {
    const params = { userId: attacker?.admin.id ?? '' }
    const body = { email: address } as never
    return [`e-mail address ${address}`, async () => attacker?.api.updateUserById({ params, body })]
  })
  return {
    keys: ['users.email'],
    attempts: toAttempts(attempts),
    async lost() {
      const query = server.db.selectFrom('users').select('id').where('email', 'ilike', email)
      const rows = await query.execute()
      return rows.length === 1 && rows[0]?.id === id ? [] : [email]
    },
  }
}

function toAttempts(tries: readonly Try[]): readonly Attempt[] {
  return tries.map(([name, run]) => ({ name, run }))
}
