import { useSuspenseQuery } from '@tanstack/react-query'
import { Button, DialogTrigger, Form, Heading, Input, Label, TextField } from 'react-aria-components'
import { offers } from '../../app/offers.ts'
import { toQuery, useWrite } from '../../app/operations.ts'
import { FormDialog, FormEnd } from '../../kit/form-dialog.tsx'
import type { Version } from './place.ts'

interface RequestReviewProps {
  readonly spaceId: string
  readonly version: Version
}

/** The next step of a draft: others look at it. */
export function RequestReview({ spaceId, version }: RequestReviewProps) {
  if (version.kind !== 'change') return null
  return <DraftAction spaceId={spaceId} changeRequestId={version.id} />
}

interface Params {
  readonly spaceId: string
  readonly changeRequestId: string
}

function DraftAction(params: Params) {
  const { status, subject, permissions } = useSuspenseQuery(toQuery('getChangeRequestById', { params })).data
  if (status !== 'draft' || !permissions.changeStatus) return null
  return (
    <DialogTrigger>
      <Button
        className="button"
        data-kind="primary"
        {...offers('updateChangeRequestById', { ...params }, { status: 'open' })}
      >
        Request review
      </Button>
      <FormDialog>
        {({ close }) => <ReviewForm params={params} subject={subject} onDone={close} />}
      </FormDialog>
    </DialogTrigger>
  )
}

interface ReviewFormProps {
  readonly params: Params
  readonly subject: string
  readonly onDone: () => void
}

function ReviewForm({ params, subject, onDone }: ReviewFormProps) {
  const { mutate, error, isPending } = useWrite('updateChangeRequestById')
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        const words = String(new FormData(event.currentTarget).get('subject'))
        mutate({ params, body: { subject: words, status: 'open' } }, { onSuccess: onDone })
      }}
    >
      <Heading slot="title">Request review</Heading>
      <TextField name="subject" isRequired maxLength={100} autoFocus defaultValue={subject}>
        <Label>What does it change?</Label>
        <Input placeholder="Say how to upgrade" />
      </TextField>
      {error && <p role="alert">{error.message}</p>}
      <FormEnd>
        <Button className="button" data-kind="primary" type="submit" isPending={isPending}>
          Request review
        </Button>
      </FormEnd>
    </Form>
  )
}
