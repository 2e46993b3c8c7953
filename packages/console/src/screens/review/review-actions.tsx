import type { ChangeRequest, Space } from '@stemma/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, DialogTrigger, Form, Heading, Label, TextArea, TextField } from 'react-aria-components'
import { announce } from '../../app/announcements.tsx'
import { adviceFor } from '../../app/failures.tsx'
import { offers } from '../../app/offers.ts'
import { useOperation, useWrite } from '../../app/operations.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { FormDialog, FormEnd } from '../../kit/form-dialog.tsx'
import { Icon } from '../../kit/icon.tsx'
import { WatchChangeRequest } from '../inbox/watch-button.tsx'
import { RequestReview } from '../space/request-review.tsx'

interface ReviewActionsProps {
  readonly one: ChangeRequest
  readonly space: Space
  readonly organizationId: string
}

/** What can be said about a change request now. Its author can't review it. */
export function ReviewActions({ one, space, organizationId }: ReviewActionsProps) {
  const { id } = useOperation('getAuthenticatedUser', {})
  const isOthers = one.createdBy.id !== id
  const isOpen = one.status === 'open' || one.status === 'draft'
  return (
    <div className="review-acts">
      <WatchChangeRequest spaceId={space.id} changeRequestId={one.id} />
      <span className="badge">{states[one.status]}</span>
      {isOpen && space.permissions.edit && (
        <Link
          className="button"
          to="/o/$organizationId/s/$spaceId/$"
          params={{ organizationId, spaceId: space.id, _splat: `~/changes/${one.number}` }}
        >
          Open pages
        </Link>
      )}
      {isOpen && isOthers && space.permissions.review && <Verdicts one={one} />}
      <RequestReview spaceId={space.id} version={{ kind: 'change', id: String(one.number) }} />
    </div>
  )
}

const states = { draft: 'Draft', open: 'Open', merged: 'Merged', archived: 'Archived' } as const

function Verdicts({ one }: { readonly one: ChangeRequest }) {
  const { mutate, isPending, error } = useReview(one)
  const key = { spaceId: one.space, changeRequestId: String(one.number) }
  const approve = () => mutate({ status: 'approved' })
  useShortcuts('review', { a: approve })
  return (
    <>
      {error && <span role="alert">{adviceFor(error)}</span>}
      <DialogTrigger>
        <Button className="button" {...offers('submitChangeRequestReview', key)}>
          Request changes
        </Button>
        <FormDialog>{({ close }) => <ChangesForm one={one} onDone={close} />}</FormDialog>
      </DialogTrigger>
      <Button
        className="button"
        data-kind="primary"
        {...offers('submitChangeRequestReview', key)}
        isPending={isPending}
        onPress={approve}
      >
        <Icon name="check" />
        Approve
      </Button>
    </>
  )
}

function ChangesForm({ one, onDone }: { readonly one: ChangeRequest; readonly onDone: () => void }) {
  const { mutate, isPending, error } = useReview(one)
  const [words, setWords] = useState('')
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        mutate({ status: 'changes-requested', words }, onDone)
      }}
    >
      <Heading slot="title">Request changes</Heading>
      <TextField isRequired autoFocus value={words} onChange={setWords}>
        <Label>What should change?</Label>
        <TextArea rows={5} />
      </TextField>
      {error && <p role="alert">{adviceFor(error)}</p>}
      <FormEnd>
        <Button className="button" data-kind="primary" type="submit" isPending={isPending}>
          Request changes
        </Button>
      </FormEnd>
    </Form>
  )
}

interface Verdict {
  readonly status: 'approved' | 'changes-requested'
  readonly words?: string
}

function useReview(one: ChangeRequest) {
  const { mutate, isPending, error } = useWrite('submitChangeRequestReview')
  const queries = useQueryClient()
  const params = { spaceId: one.space, changeRequestId: String(one.number) }
  return {
    isPending,
    error,
    mutate({ status, words = '' }: Verdict, onDone?: () => void) {
      const body = { status, ...(words !== '' && { comment: { markdown: words } }) }
      const onSuccess = async () => {
        onDone?.()
        announce(status === 'approved' ? 'Approved' : 'Changes requested')
        await queries.invalidateQueries({ queryKey: ['spaces', one.space, 'change-requests'] })
        await queries.invalidateQueries({ queryKey: ['orgs'] })
      }
      mutate({ params, body }, { onSuccess })
    },
  }
}
