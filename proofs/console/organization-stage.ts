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
    const settings = `${base}/settings`
    const row = '.people > li'
    const screens = [
      { name: 'webhooks', url: `${settings}/webhooks`, awaits: row },
      { name: 'a webhook', url: `${settings}/webhooks/${webhook.id}`, awaits: '.delivery' },
      { name: 'the trash', url: `${settings}/trash`, awaits: row },
    ]
    return { screens, webhook }
  } finally {
    await worker.stop()
  }
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
