import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@stemma/client'
import { newId } from '../../packages/server/src/common/ids.ts'
import { addressElsewhere, givenElsewhere } from '../../packages/server/src/test/elsewhere.ts'
import type { Organization, Server } from '../../packages/server/src/test/harness.ts'
import { startQuietWorker } from '../../packages/server/src/test/quiet-worker.ts'

/** What admins set for a whole organization, and the screens that show it to them. */
export async function fillOrganization(server: Server, organization: Organization, base: string) {
  const api = server.as(organization.admin)
  const params = { organizationId: organization.id }
  const worker = await startQuietWorker(server)
  try {
    const webhook = await fillWebhooks(api, params)
    const deleted = await api.createSpace({ params, body: { title: 'Old release notes', empty: true } })
    await api.deleteSpaceById({ params: { spaceId: deleted.id } })
    const providers = await fillSignIn(api, params)
    await fillSpecs(api, params)
    await fillImports(api, params)
    const { chat, search } = await fillIntegrations(api, params)
    await api.createOrganizationSCIMToken({ params, body: { label: 'Okta' } })
    server.operators.push(organization.admin.email)
    const settings = `${base}/settings`
    const row = '.people > li'
    const screens = [
      { name: 'webhooks', url: `${settings}/webhooks`, awaits: row },
      { name: 'a webhook', url: `${settings}/webhooks/${webhook.id}`, awaits: '.delivery' },
      { name: 'the trash', url: `${settings}/trash`, awaits: row },
      { name: 'sign-in', url: `${settings}/sign-in`, awaits: '.email-domains > li' },
      {
        name: 'an OpenID provider',
        url: `${settings}/sign-in/oidc/${providers.oidc}`,
        awaits: '.provider-steps',
      },
      {
        name: 'a SAML provider',
        url: `${settings}/sign-in/saml/${providers.saml}?guide=entra`,
        awaits: '.provider-steps',
      },
      { name: 'the organization', url: `${settings}/organization`, awaits: '#delete-organization' },
      { name: 'merge rules', url: `${settings}/merge-rules`, awaits: '.rule-custom' },
      { name: 'OpenAPI specs', url: `${settings}/openapi`, awaits: row },
      { name: 'an OpenAPI spec', url: `${settings}/openapi/payments-api`, awaits: '.version-details li' },
      { name: 'imports and exports', url: `${settings}/imports`, awaits: row },
      { name: 'integrations', url: `${settings}/integrations`, awaits: '[aria-labelledby="available"] li' },
      { name: 'an integration', url: `${settings}/integrations/${chat}`, awaits: row },
      { name: 'an integration to install', url: `${settings}/integrations/${search}` },
      {
        name: 'publish an integration',
        url: `${settings}/publish-integration?name=${chat}`,
        awaits: '.publish-form',
      },
      { name: 'the server', url: `${settings}/server`, awaits: '.server-checks > li' },
    ]
    return { screens, webhook }
  } finally {
    await worker.stop()
  }
}

/** One with a form, which is installed on a space, and one that is not installed. */
async function fillIntegrations(api: Client, { organizationId }: InOrganization) {
  const [chat, search] = [`chat-${newId()}`, `search-${newId()}`]
  const about = { script: 'export default {}', organization: organizationId }
  const form = {
    properties: {
      channel: { type: 'string' as const, title: 'Channel', description: 'Where messages go.' },
      level: { type: 'string' as const, title: 'What to tell', enum: ['merges', 'everything'] },
      quiet: { type: 'boolean' as const, title: 'Only on weekdays' },
    },
    required: ['channel'],
  }
  await api.publishIntegration({
    params: { integrationName: chat },
    body: {
      ...about,
      title: 'Team chat',
      description: 'Tells a channel what happens',
      summary: 'Posts merges and comments. Invite the bot to the channel first.',
      categories: ['collaboration'],
      scopes: ['space:content:read', 'space:metadata:read'],
      configurations: { account: form, space: form },
      externalLinks: [{ url: 'https://chat.example.com', label: 'How to set it up' }],
    },
  })
  const body = { ...about, title: 'Search of other products', description: 'x'.repeat(100) }
  await api.publishIntegration({ params: { integrationName: search }, body })
  const params = { integrationName: chat }
  const { id: installationId } = await api.installIntegration({
    params,
    body: { organization: organizationId },
  })
  const { id: space } = await api.createSpace({ params: { organizationId }, body: { title: 'Chatty' } })
  await api.installIntegrationOnSpace({ params: { ...params, installationId }, body: { space } })
  return { chat, search }
}

/** One that ended, and one that failed. */
async function fillImports(api: Client, params: InOrganization) {
  const { id: space } = await api.createSpace({ params, body: { title: 'Moved docs', empty: true } })
  const start = async (path: string, contentType: string) => {
    const url = contentType === '' ? addressElsewhere(path) : givenElsewhere(path, '# Moved', contentType)
    const body = { source: { type: 'url' as const, url, source: 'markdown' as const }, target: { space } }
    const { id: importRunId } = await api.startImportRun({ params, body })
    const one = { params: { ...params, importRunId } }
    while ((await api.getImportRun(one)).completedAt === undefined) await sleep(50)
  }
  await start('/moved.md', 'text/markdown')
  await start('/missing.md', '')
}

/** One with a version that breaks clients, and one that is not an OpenAPI document. */
async function fillSpecs(api: Client, params: InOrganization) {
  const put = async (specSlug: string, text: string) => {
    const one = { params: { ...params, specSlug } }
    await api.createOrUpdateOpenAPISpecBySlug({ ...one, body: { source: { text } } })
    while ((await api.getOpenAPISpecBySlug(one)).processingState !== 'complete') await sleep(50)
  }
  await put('payments-api', paymentsWith(['get', 'post', 'delete']))
  await put('payments-api', paymentsWith(['get', 'post', 'patch']))
  await put('orders-api', 'openapi: unknown')
}

/** An OpenAPI document whose one path has these methods. */
export function paymentsWith(methods: readonly string[]): string {
  const responses = { 200: { description: 'Done' } }
  const operations = methods.map((method) => [method, { operationId: `${method}Payment`, responses }])
  const paths = { '/payments': Object.fromEntries(operations) }
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'Payments', version: '1' }, paths })
}

/** A provider of each protocol, one of them complete, a domain that waits for its record, and rules. */
async function fillSignIn(api: Client, params: InOrganization) {
  const complete = { issuer: 'https://idp.example.com', clientID: 'stemma', clientSecret: 'a secret' }
  const oidc = await api.createOrganizationOIDCProvider({ params, body: { label: 'Keycloak', ...complete } })
  const saml = await api.createOrganizationSAMLProvider({ params, body: { label: 'Entra ID' } })
  const { id } = await api.getAuthenticatedUser({})
  const rules = [
    { type: 'require_at_least_one_approved_review' as const },
    { type: 'allow_bypass' as const, users: [id] },
    { type: 'custom' as const, expression: 'changeRequest.subject != ""', message: 'Name it.' },
  ]
  const mergeRules = { type: 'rules' as const, rules }
  await api.updateOrganizationById({ params, body: { emailDomains: ['docs.example'], mergeRules } })
  return { oidc: oidc.id, saml: saml.id }
}

interface InOrganization {
  readonly organizationId: string
}

/** One that receives, with a delivery of each end, and one that is paused. */
async function fillWebhooks(api: Client, params: InOrganization) {
  const url = givenElsewhere('/hook', 'ok', 'text/plain')
  const eventTypes = ['change_request.merged', 'space.content_updated'] as const
  const webhook = await api.createWebhook({
    params,
    body: { url, description: 'Build the docs', eventTypes: [...eventTypes] },
  })
  const one = { params: { ...params, webhookId: webhook.id } }
  await api.testWebhook(one)
  const other = await api.createWebhook({ params, body: { url: addressElsewhere('/elsewhere') } })
  await api.updateWebhook({ params: { ...params, webhookId: other.id }, body: { active: false } })
  await untilDelivered(api, one.params)
  return webhook
}

async function untilDelivered(api: Client, params: InOrganization & { readonly webhookId: string }) {
  for (;;) {
    const { items } = await api.listWebhookDeliveries({ params })
    if (items.every(({ status }) => status !== 'pending')) return
    await sleep(50)
  }
}
