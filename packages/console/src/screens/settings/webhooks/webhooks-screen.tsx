import type { Webhook } from '@stemma/contract'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { offers } from '../../../app/offers.ts'
import { Icon } from '../../../kit/icon.tsx'
import { ShowMore } from '../../../kit/show-more.tsx'
import { SettingsFrame } from '../../people/settings-frame.tsx'
import { NewWebhook } from './webhook-form.tsx'
import { countEvents, stateOf, webhooksOf } from './webhooks.ts'

const route = getRouteApi('/o/$organizationId/settings/webhooks')

/** The URLs that receive the events of an organization. */
export function WebhooksScreen() {
  const { organizationId } = route.useParams()
  const list = useSuspenseInfiniteQuery(webhooksOf(organizationId))
  const items = list.data.pages.flatMap((page) => page.items)
  const [isNew, setNew] = useState(false)
  const navigate = useNavigate()
  const add = (
    <Button
      className="button"
      data-kind="primary"
      {...offers('createWebhook', { organizationId })}
      onPress={() => setNew(true)}
    >
      <Icon name="plus" /> New webhook
    </Button>
  )
  const leave = (created?: Webhook) => {
    setNew(false)
    if (created !== undefined)
      navigate({
        to: '/o/$organizationId/settings/webhooks/$webhookId',
        params: { organizationId, webhookId: created.id },
      })
  }
  return (
    <SettingsFrame title="Webhooks" actions={add}>
      <p className="settings-note">
        A webhook sends what happens here to a program of yours: a merged change request to your CI, a new
        comment to your chat.
      </p>
      {items.length === 0 ? (
        <p>There is no webhook yet. To make one, you need the URL of a program that takes POST requests.</p>
      ) : (
        <ul className="people">
          {items.map((webhook) => (
            <Row key={webhook.id} webhook={webhook} organizationId={organizationId} />
          ))}
        </ul>
      )}
      <ShowMore list={list} />
      {isNew && <NewWebhook organizationId={organizationId} onClose={leave} />}
    </SettingsFrame>
  )
}

interface RowProps {
  readonly webhook: Webhook
  readonly organizationId: string
}

function Row({ webhook, organizationId }: RowProps) {
  const { id: webhookId, url, description, eventTypes } = webhook
  const { words, tone } = stateOf(webhook)
  return (
    <li>
      <span className="who">
        <Icon name="webhooks-logo" />
        <span className="who-words">
          <Link
            className="cut"
            to="/o/$organizationId/settings/webhooks/$webhookId"
            params={{ organizationId, webhookId }}
          >
            <b>{description || url}</b>
          </Link>
          {description !== '' && <small className="cut">{url}</small>}
        </span>
      </span>
      <small>{countEvents(eventTypes)}</small>
      <span className={`badge tone-${tone}`}>{words}</span>
    </li>
  )
}
