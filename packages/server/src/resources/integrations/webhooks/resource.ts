import { webhookOperations } from '@stemma/contract'
import { minute, upkeep } from '../../../jobs/crews.ts'
import { job } from '../../../jobs/job.ts'
import { answering, type Resource } from '../../resource.ts'
import { webhookHandlers } from './handlers.ts'
import { deliverWebhook, prepareDelivery, pruneWebhookDeliveries, resumeWebhooks } from './jobs.ts'
import { lock } from './store.ts'

export const webhooks: Resource = {
  operations: [answering(webhookOperations, webhookHandlers, { lock })],
  jobs: [
    job('deliver_webhook', {
      crew: 'webhooks',
      timeoutMs: minute,
      prepare: prepareDelivery,
      perform: deliverWebhook,
    }),
    job('resume_webhooks', { ...upkeep, schedule: '* * * * *', perform: resumeWebhooks }),
    job('prune_webhook_deliveries', { ...upkeep, schedule: '22 * * * *', perform: pruneWebhookDeliveries }),
  ],
}
