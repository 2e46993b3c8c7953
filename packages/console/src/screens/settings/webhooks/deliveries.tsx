import type { WebhookDelivery } from '@stemma/contract'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { Button } from 'react-aria-components'
import { announce } from '../../../app/announcements.tsx'
import { adviceFor } from '../../../app/failures.tsx'
import { offers } from '../../../app/offers.ts'
import { useWrite } from '../../../app/operations.ts'
import { Choice } from '../../../kit/choice.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { ShowMore } from '../../../kit/show-more.tsx'
import { sayMoment, sayWhen } from '../../../kit/when.ts'
import {
  deliveriesOf,
  deliveryStatuses,
  deliveryTones,
  deliveryWords,
  isDeliveryStatus,
  type WebhookKey,
} from './webhooks.ts'

const route = getRouteApi('/o/$organizationId/settings/webhooks/$webhookId')

interface DeliveriesProps {
  readonly params: WebhookKey
  /** A webhook that is paused sends nothing again. */
  readonly isActive: boolean
}

const unfiltered = 'every'

/** What was sent to a webhook, and what it answered. */
export function Deliveries({ params, isActive }: DeliveriesProps) {
  const { status } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useSuspenseInfiniteQuery(deliveriesOf(params, status))
  const items = list.data.pages.flatMap((page) => page.items)
  const options = [
    { id: unfiltered, name: 'all' },
    ...deliveryStatuses.map((id) => ({ id, name: deliveryWords[id] })),
  ]
  return (
    <section aria-labelledby="deliveries">
      <div className="settings-head">
        <h2 id="deliveries">Deliveries</h2>
        <Choice
          label="Result"
          value={status ?? unfiltered}
          options={options}
          onChange={(id) => navigate({ search: isDeliveryStatus(id) ? { status: id } : {}, replace: true })}
        />
      </div>
      {items.length === 0 ? (
        <p className="settings-note">
          {status === undefined
            ? 'Nothing was sent yet. Send a test to see whether the receiver answers.'
            : 'No delivery has this result.'}
        </p>
      ) : (
        <ul className="deliveries">
          {items.map((delivery) => (
            <Row key={delivery.id} delivery={delivery} params={params} isActive={isActive} />
          ))}
        </ul>
      )}
      <ShowMore list={list} />
    </section>
  )
}

interface RowProps extends DeliveriesProps {
  readonly delivery: WebhookDelivery
}

function Row({ delivery, ...rest }: RowProps) {
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  const { eventType, status, createdAt } = delivery
  return (
    <li className="delivery">
      <Button
        className="delivery-row"
        aria-expanded={isOpen}
        {...(isOpen && { 'aria-controls': details })}
        onPress={() => setOpen(!isOpen)}
      >
        <time dateTime={createdAt}>{sayWhen(createdAt)}</time>
        <code className="cut">{eventType}</code>
        <small className="cut">{answerOf(delivery)}</small>
        <span className={`badge tone-${deliveryTones[status]}`}>{deliveryWords[status]}</span>
        <Icon name={isOpen ? 'caret-down' : 'caret-right'} />
      </Button>
      {isOpen && <Details id={details} delivery={delivery} {...rest} />}
    </li>
  )
}

function answerOf({ lastAttempt }: WebhookDelivery): string {
  if (lastAttempt === undefined) return 'not sent yet'
  const { status, durationMs } = lastAttempt
  return status === undefined ? 'no response' : `${status} in ${durationMs.toLocaleString('en')} ms`
}

function Details({ id, delivery, params, isActive }: RowProps & { readonly id: string }) {
  const { organizationId, webhookId } = params
  const again = useWrite('redeliverWebhookDelivery', () => ['orgs', organizationId, 'webhooks', webhookId])
  const { status, attempts, lastAttempt, nextAttemptAt } = delivery
  const send = () =>
    again.mutate(
      { params: { ...params, deliveryId: delivery.id } },
      { onSuccess: () => announce('The event is sent again') },
    )
  return (
    <div className="delivery-details" id={id}>
      <dl>
        <dt>Event</dt>
        <dd>
          <code>{delivery.id}</code>
        </dd>
        <dt>Attempts</dt>
        <dd>{attempts}</dd>
        {lastAttempt && (
          <>
            <dt>Last attempt</dt>
            <dd>{sayMoment(lastAttempt.at)}</dd>
          </>
        )}
        {status === 'pending' && nextAttemptAt && (
          <>
            <dt>Next attempt</dt>
            <dd>{sayMoment(nextAttemptAt)}</dd>
          </>
        )}
      </dl>
      {status === 'withheld' && (
        <p>The owner of the webhook could not read the space at that moment, so nothing was sent.</p>
      )}
      {lastAttempt?.error && <p>{lastAttempt.error}</p>}
      {lastAttempt?.body && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are moved sideways by keyboard too.
        <section aria-label="Response" tabIndex={0}>
          <pre>{lastAttempt.body}</pre>
        </section>
      )}
      {again.error && <p role="alert">{adviceFor(again.error)}</p>}
      {isActive && (
        <Button
          className="button"
          {...offers('redeliverWebhookDelivery', { ...params, deliveryId: delivery.id })}
          isPending={again.isPending}
          onPress={send}
        >
          {status === 'pending' ? 'Send now' : 'Send again'}
        </Button>
      )}
    </div>
  )
}
