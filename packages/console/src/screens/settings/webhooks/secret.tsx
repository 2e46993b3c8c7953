import { useState } from 'react'
import { Button } from 'react-aria-components'
import { offers } from '../../../app/offers.ts'
import { useWrite } from '../../../app/operations.ts'
import { FormDialog } from '../../../kit/form-dialog.tsx'
import { Question } from '../../../kit/question.tsx'
import { sayMoment } from '../../../kit/when.ts'
import { ShownOnce } from '../../people/shown-once.tsx'
import type { WebhookKey } from './webhooks.ts'

interface SecretProps {
  readonly params: WebhookKey
  /** While there are two. */
  readonly previousUntil: string | undefined
}

/** The secret that signs events, and how to replace it. */
export function Secret({ params, previousUntil }: SecretProps) {
  const { organizationId, webhookId } = params
  const [isAsked, setAsked] = useState(false)
  const { mutate, data, error, isPending, reset } = useWrite('rotateWebhookSecret', () => [
    'orgs',
    organizationId,
    'webhooks',
    webhookId,
  ])
  return (
    <section aria-labelledby="secret">
      <div className="settings-head">
        <h2 id="secret">Secret</h2>
        <Button
          className="button"
          {...offers('rotateWebhookSecret', { ...params })}
          onPress={() => setAsked(true)}
        >
          Replace the secret
        </Button>
      </div>
      <p className="settings-note">
        Every event is signed with a secret that your program knows.{' '}
        {previousUntil !== undefined && (
          <>The secret before this one is also accepted until {sayMoment(previousUntil)}.</>
        )}
      </p>
      {isAsked && (
        <Question
          title="Replace the secret?"
          action="Replace secret"
          kind="primary"
          error={error}
          isPending={isPending}
          onConfirm={() => mutate({ params }, { onSuccess: () => setAsked(false) })}
          onClose={() => setAsked(false)}
        >
          <p>For one day, events are signed with both secrets: give your program the new one by then.</p>
        </Question>
      )}
      {data?.secret !== undefined && (
        <FormDialog isOpen onOpenChange={(isOpen) => isOpen || reset()}>
          <ShownOnce heading="The new secret" label="Secret" secret={data.secret} />
        </FormDialog>
      )}
    </section>
  )
}
