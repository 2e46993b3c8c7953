import type { Webhook } from '@stemma/contract'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { announce } from '../../../app/announcements.tsx'
import { adviceFor } from '../../../app/failures.tsx'
import { offers } from '../../../app/offers.ts'
import { useOperation, useWrite } from '../../../app/operations.ts'
import { Notice } from '../../../kit/notice.tsx'
import { Question } from '../../../kit/question.tsx'
import { SettingsFrame } from '../../people/settings-frame.tsx'
import { Deliveries } from './deliveries.tsx'
import { Secret } from './secret.tsx'
import { EditWebhook } from './webhook-form.tsx'
import { countEvents, stateOf, stoppedWords, type WebhookKey, webhooksOf } from './webhooks.ts'
import './webhook-screen.css'

const route = getRouteApi('/o/$organizationId/settings/webhooks/$webhookId')

/** One webhook: what it receives, and what became of each event. */
export function WebhookScreen() {
  const params: WebhookKey = route.useParams()
  const { organizationId } = params
  const webhook = useOperation('getWebhook', { params })
  const { words, tone } = stateOf(webhook)
  const crumbs = (
    <nav className="crumbs" aria-label="Breadcrumbs">
      <Link to="/o/$organizationId/settings/webhooks" params={{ organizationId }}>
        Webhooks
      </Link>
      <span />
    </nav>
  )
  return (
    <SettingsFrame
      title={webhook.description || hostOf(webhook)}
      crumbs={crumbs}
      actions={<Actions params={params} webhook={webhook} />}
    >
      <dl className="settings-facts">
        <dt>State</dt>
        <dd>
          <span className={`badge tone-${tone}`}>{words}</span>
        </dd>
        <dt>URL</dt>
        <dd>
          <code>{webhook.url}</code>
        </dd>
        <dt>Events</dt>
        <dd>
          <Events organizationId={organizationId} eventTypes={webhook.eventTypes} />
        </dd>
      </dl>
      <Stopped params={params} webhook={webhook} />
      <Deliveries params={params} isActive={webhook.active} />
      <Secret params={params} previousUntil={webhook.previousSecretUntil} />
    </SettingsFrame>
  )
}

function hostOf({ url }: Webhook): string {
  return URL.parse(url)?.host ?? url
}

function Events({ organizationId, eventTypes }: Pick<Webhook, 'eventTypes'> & { organizationId: string }) {
  const { items } = useOperation('listOrganizationAuditEventActions', { params: { organizationId } })
  if (eventTypes === null) return `${countEvents(null)}, and those that are added later`
  return items
    .filter(({ id }) => eventTypes.some((one) => one === id))
    .map(({ label }) => label)
    .join(', ')
}

interface PartProps {
  readonly params: WebhookKey
  readonly webhook: Webhook
}

/** Why nothing arrives, and the way back. */
function Stopped({ params, webhook: { active, disabledReason } }: PartProps) {
  const { mutate, error, isPending } = useWrite('updateWebhook')
  if (active) return null
  const resume = () =>
    mutate({ params, body: { active: true } }, { onSuccess: () => announce('The webhook is active') })
  return (
    <Notice icon="warning" tone={disabledReason === undefined ? 'info' : 'danger'}>
      <p>
        <b>{disabledReason === undefined ? 'This webhook is paused.' : 'The server stopped it.'}</b>{' '}
        {disabledReason !== undefined && stoppedWords[disabledReason]} Events that happen meanwhile are not
        sent later.
        {error && <span role="alert"> {adviceFor(error)}</span>}
      </p>
      <Button
        className="button"
        {...offers('updateWebhook', { ...params })}
        isPending={isPending}
        onPress={resume}
      >
        Resume
      </Button>
    </Notice>
  )
}

type Asked = 'edit' | 'pause' | 'delete'

function Actions({ params, webhook }: PartProps) {
  const { organizationId, webhookId } = params
  const [asked, setAsked] = useState<Asked>()
  const test = useWrite('testWebhook', () => ['orgs', organizationId, 'webhooks', webhookId])
  const close = () => setAsked(undefined)
  return (
    <>
      {test.error && <span role="alert">{adviceFor(test.error)}</span>}
      <Button
        className="button"
        data-kind="quiet"
        {...offers('deleteWebhook', { ...params })}
        onPress={() => setAsked('delete')}
      >
        Delete
      </Button>
      {webhook.active && (
        <Button
          className="button"
          data-kind="quiet"
          {...offers('updateWebhook', { ...params })}
          onPress={() => setAsked('pause')}
        >
          Pause
        </Button>
      )}
      <Button className="button" {...offers('updateWebhook', { ...params })} onPress={() => setAsked('edit')}>
        Edit
      </Button>
      {webhook.active && (
        <Button
          {...offers('testWebhook', { ...params })}
          className="button"
          data-kind="primary"
          isPending={test.isPending}
          onPress={() => test.mutate({ params }, { onSuccess: () => announce('A test event is on its way') })}
        >
          Send a test
        </Button>
      )}
      {asked === 'edit' && <EditWebhook organizationId={organizationId} webhook={webhook} onClose={close} />}
      {asked === 'pause' && <PauseWebhook params={params} onClose={close} />}
      {asked === 'delete' && <DeleteWebhook params={params} onClose={close} />}
    </>
  )
}

interface AskProps {
  readonly params: WebhookKey
  readonly onClose: () => void
}

function PauseWebhook({ params, onClose }: AskProps) {
  const { mutate, error, isPending } = useWrite('updateWebhook')
  return (
    <Question
      title="Pause this webhook?"
      action="Pause webhook"
      kind="primary"
      error={error}
      isPending={isPending}
      onConfirm={() => mutate({ params, body: { active: false } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Events that wait for it are cancelled, and those that happen meanwhile are not sent later. You can
        resume it whenever you like.
      </p>
    </Question>
  )
}

function DeleteWebhook({ params, onClose }: AskProps) {
  const { organizationId } = params
  const navigate = useNavigate()
  // Not the webhook itself, which is gone.
  const { mutate, error, isPending } = useWrite('deleteWebhook', () => webhooksOf(organizationId).queryKey)
  const onSuccess = () => navigate({ to: '/o/$organizationId/settings/webhooks', params: { organizationId } })
  return (
    <Question
      title="Delete this webhook?"
      action="Delete webhook"
      error={error}
      isPending={isPending}
      onConfirm={() => mutate({ params }, { onSuccess })}
      onClose={onClose}
    >
      <p>
        Its secret and the record of its deliveries are deleted, too. This can’t be undone: to stop it for a
        while, pause it instead.
      </p>
    </Question>
  )
}
