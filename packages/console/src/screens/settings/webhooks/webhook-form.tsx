import type { Webhook } from '@stemma/contract'
import { useState } from 'react'
import { Button, Form, Heading } from 'react-aria-components'
import { announce } from '../../../app/announcements.tsx'
import { adviceFor } from '../../../app/failures.tsx'
import { useWrite } from '../../../app/operations.ts'
import { Field } from '../../../kit/field.tsx'
import { FormDialog, FormEnd } from '../../../kit/form-dialog.tsx'
import { Segments } from '../../../kit/segments.tsx'
import { ShownOnce } from '../../people/shown-once.tsx'
import { EventChoice } from './event-choice.tsx'

interface NewWebhookProps {
  readonly organizationId: string
  /** With the webhook, if one was made. */
  readonly onClose: (created?: Webhook) => void
}

export function NewWebhook({ organizationId, onClose }: NewWebhookProps) {
  const { mutate, data, error, isPending } = useWrite('createWebhook')
  return (
    <FormDialog isOpen onOpenChange={(isOpen) => isOpen || onClose(data)}>
      {data?.secret === undefined ? (
        <WebhookForm
          organizationId={organizationId}
          heading="New webhook"
          action="Create webhook"
          error={error}
          isPending={isPending}
          onSave={(body) => mutate({ params: { organizationId }, body })}
        />
      ) : (
        <ShownOnce
          heading="The secret of the webhook"
          label="Secret"
          secret={data.secret}
          note="Your program verifies with it that an event comes from here."
        />
      )}
    </FormDialog>
  )
}

interface EditWebhookProps {
  readonly organizationId: string
  readonly webhook: Webhook
  readonly onClose: () => void
}

export function EditWebhook({ organizationId, webhook, onClose }: EditWebhookProps) {
  const { mutate, error, isPending } = useWrite('updateWebhook')
  const onSuccess = () => {
    announce('Saved')
    onClose()
  }
  return (
    <FormDialog isOpen onOpenChange={(isOpen) => isOpen || onClose()}>
      <WebhookForm
        organizationId={organizationId}
        heading="Edit webhook"
        action="Save"
        webhook={webhook}
        error={error}
        isPending={isPending}
        onSave={(body) => mutate({ params: { organizationId, webhookId: webhook.id }, body }, { onSuccess })}
      />
    </FormDialog>
  )
}

interface WebhookFormProps {
  readonly organizationId: string
  readonly heading: string
  readonly action: string
  readonly webhook?: Pick<Webhook, 'url' | 'description' | 'eventTypes'>
  readonly error: Error | null
  readonly isPending: boolean
  readonly onSave: (body: Pick<Webhook, 'url' | 'description' | 'eventTypes'>) => void
}

const nothing = { url: '', description: '', eventTypes: null }

function WebhookForm({ organizationId, webhook = nothing, error, isPending, ...form }: WebhookFormProps) {
  const [which, setWhich] = useState<'all' | 'some'>(webhook.eventTypes === null ? 'all' : 'some')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(webhook.eventTypes))
  const [isEmpty, setEmpty] = useState(false)
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        const fields = new FormData(event.currentTarget)
        const text = (name: string) => String(fields.get(name)).trim()
        const isNone = which === 'some' && chosen.size === 0
        setEmpty(isNone)
        // The IDs are those that the server listed.
        const eventTypes = which === 'all' ? null : ([...chosen] as Webhook['eventTypes'])
        if (!isNone) form.onSave({ url: text('url'), description: text('description'), eventTypes })
      }}
    >
      <Heading slot="title">{form.heading}</Heading>
      <Field
        label="URL"
        name="url"
        type="url"
        defaultValue={webhook.url}
        isRequired
        maxLength={2048}
        autoFocus
        placeholder="https://ci.example.com/hook"
        note="Each event is sent there as a POST request with JSON."
      />
      <Field
        label="What is it for?"
        name="description"
        defaultValue={webhook.description}
        maxLength={200}
        note="Only admins see it. You can leave it empty."
      />
      <Segments
        label="Events"
        value={which}
        options={[
          { name: 'all', words: 'All events' },
          { name: 'some', words: 'Chosen events' },
        ]}
        onChange={setWhich}
      />
      {which === 'some' && (
        <EventChoice organizationId={organizationId} chosen={chosen} onChange={setChosen} />
      )}
      {which === 'some' && isEmpty && chosen.size === 0 && <p role="alert">Choose at least one event.</p>}
      {error && <p role="alert">{adviceFor(error)}</p>}
      <FormEnd>
        <Button className="button" data-kind="primary" type="submit" isPending={isPending}>
          {form.action}
        </Button>
      </FormEnd>
    </Form>
  )
}
