import type { ChangeRequest, User } from '@stemma/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, DialogTrigger, Heading, Input, Label, TextField } from 'react-aria-components'
import { announce } from '../../app/announcements.tsx'
import { adviceFor } from '../../app/failures.tsx'
import { offers } from '../../app/offers.ts'
import { toQuery, useOperation, useWrite } from '../../app/operations.ts'
import { usePeople } from '../../comments/people.ts'
import { Face } from '../../kit/face.tsx'
import { FormDialog, FormEnd } from '../../kit/form-dialog.tsx'
import { Icon } from '../../kit/icon.tsx'
import { useReadAgain } from './review.ts'
import '../../kit/menu.css'

interface ReviewersProps {
  readonly one: ChangeRequest
  readonly organizationId: string
}

const verdicts = { approved: 'approved', 'changes-requested': 'requested changes' } as const

export function requestedReviewersOf({ space: spaceId, number }: ChangeRequest) {
  const params = { spaceId, changeRequestId: String(number) }
  return toQuery('getRequestedReviewersByChangeRequestId', { params })
}

/** Who was asked to look at a change request, and what people said who did. */
export function Reviewers({ one, organizationId }: ReviewersProps) {
  const params = { spaceId: one.space, changeRequestId: String(one.number) }
  const requested = useQuery(requestedReviewersOf(one)).data?.items ?? []
  const reviews = useQuery(toQuery('getReviewsByChangeRequestId', { params, query: {} })).data?.items ?? []
  const asked = requested.flatMap((each) => ('user' in each ? [each.user] : []))
  const { withdraw, error } = useWithdraw(one)
  return (
    <section aria-labelledby="reviewers">
      <h2 id="reviewers">Reviewers</h2>
      {asked.length + reviews.length === 0 && <p className="review-note">Nobody has been asked yet.</p>}
      <ul className="reviewers">
        {asked.map((user) => (
          <li key={user.id}>
            <Face user={user} />
            <span className="cut">{user.displayName}</span>
            <small>requested</small>
            {one.permissions.edit && <WithdrawButton user={user} params={params} onWithdraw={withdraw} />}
          </li>
        ))}
        {reviews.map(({ id, reviewer, status, outdated }) => (
          <li key={id}>
            <Face user={reviewer} />
            <span className="cut">{reviewer.displayName}</span>
            <small>{outdated ? `${verdicts[status]} an earlier state` : verdicts[status]}</small>
          </li>
        ))}
      </ul>
      {error && <p role="alert">{adviceFor(error)}</p>}
      {one.permissions.edit && (
        <DialogTrigger>
          <Button className="button" {...offers('requestReviewersForChangeRequest', params)}>
            <Icon name="plus" />
            Add a reviewer
          </Button>
          <FormDialog>
            {({ close }) => (
              <AskForm one={one} organizationId={organizationId} asked={asked} onDone={close} />
            )}
          </FormDialog>
        </DialogTrigger>
      )}
    </section>
  )
}

interface WithdrawButtonProps {
  readonly user: User
  readonly params: Readonly<Record<string, string>>
  readonly onWithdraw: (user: User) => void
}

function WithdrawButton({ user, params, onWithdraw }: WithdrawButtonProps) {
  const { id } = useOperation('getAuthenticatedUser', {})
  const words = user.id === id ? 'Decline the review' : `Withdraw the request to ${user.displayName}`
  return (
    <Button
      className="icon-button"
      aria-label={words}
      {...offers('removeRequestedReviewerFromChangeRequest', { ...params, userId: user.id })}
      onPress={() => onWithdraw(user)}
    >
      <Icon name="x" />
    </Button>
  )
}

function useWithdraw(one: ChangeRequest) {
  const { mutate, error } = useWrite('removeRequestedReviewerFromChangeRequest')
  const readAgain = useReadAgain(one)
  const withdraw = ({ id: userId, displayName }: User) =>
    mutate(
      { params: { spaceId: one.space, changeRequestId: String(one.number), userId } },
      {
        onSuccess: () => {
          announce(`${displayName} is not asked any more`)
          document.getElementById('main')?.focus({ preventScroll: true })
          return readAgain()
        },
      },
    )
  return { withdraw, error }
}

interface AskFormProps extends ReviewersProps {
  readonly asked: readonly User[]
  readonly onDone: () => void
}

/** One press asks somebody: the server says if that person may not review. */
function AskForm({ one, organizationId, asked, onDone }: AskFormProps) {
  const [words, setWords] = useState('')
  const { mutate, isPending, error } = useWrite('requestReviewersForChangeRequest')
  const readAgain = useReadAgain(one)
  const others = new Set([one.createdBy.id, ...asked.map(({ id }) => id)])
  const people = usePeople(organizationId, words).filter(({ id }) => !others.has(id))
  const params = { spaceId: one.space, changeRequestId: String(one.number) }
  const ask = ({ id, displayName }: User) =>
    mutate(
      { params, body: { users: [id] } },
      {
        onSuccess: () => {
          announce(`${displayName} is asked for a review`)
          onDone()
          return readAgain()
        },
      },
    )
  return (
    <div className="form">
      <Heading slot="title">Ask for a review</Heading>
      <TextField autoFocus value={words} onChange={setWords} autoComplete="off">
        <Label>Name</Label>
        <Input />
      </TextField>
      <ul className="people-found" aria-label="People">
        {people.map((user) => (
          <li key={user.id}>
            <Button className="menu-item" isDisabled={isPending} onPress={() => ask(user)}>
              <Face user={user} />
              <span className="cut">{user.displayName}</span>
            </Button>
          </li>
        ))}
        {people.length === 0 && <li className="review-note">There is nobody else with this name.</li>}
      </ul>
      {error && <p role="alert">{adviceFor(error)}</p>}
      <FormEnd>{null}</FormEnd>
    </div>
  )
}
