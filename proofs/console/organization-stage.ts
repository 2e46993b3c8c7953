import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@stemma/client'
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
      { name: 'merge rules', url: `${settings}/merge-rules`, awaits: '.rule-custom' },
      { name: 'the server', url: `${settings}/server`, awaits: '.server-checks > li' },
    ]
    return { screens, webhook }
  } finally {
    await worker.stop()
  }
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
