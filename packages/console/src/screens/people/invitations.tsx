import type { Invitation } from '@stemma/contract'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { offers } from '../../app/offers.ts'
import { useWrite } from '../../app/operations.ts'
import { Icon } from '../../kit/icon.tsx'
import { Question } from '../../kit/question.tsx'
import { ShowMore } from '../../kit/show-more.tsx'
import { sayWhen } from '../../kit/when.ts'
import { CopyField } from './copy-field.tsx'
import { acceptUrl } from './invite-people.tsx'
import { invitationsOf } from './lists.ts'
import { roleWords } from './roles.ts'

interface InvitationsProps {
  readonly organizationId: string
}

/** People who were invited and have not accepted yet. */
export function Invitations({ organizationId }: InvitationsProps) {
  const list = useSuspenseInfiniteQuery(invitationsOf(organizationId))
  const items = list.data.pages.flatMap((page) => page.items)
  if (items.length === 0) return null
  return (
    <section aria-labelledby="pending-invitations">
      <h2 id="pending-invitations">
        Invited <span className="count">{list.data.pages[0]?.count}</span>
      </h2>
      <p className="settings-note">
        They have no access until they accept. Pass this link on to them: they accept there.
      </p>
      <CopyField label="Link for invited people" value={acceptUrl} />
      <ul className="people">
        {items.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} organizationId={organizationId} />
        ))}
      </ul>
      <ShowMore list={list} />
    </section>
  )
}

function InvitationRow({
  invitation,
  organizationId,
}: InvitationsProps & { readonly invitation: Invitation }) {
  const [isAsked, setAsked] = useState(false)
  const { mutate, error, isPending } = useWrite('withdrawOrganizationInvitation')
  const { id, email, role, expiresAt } = invitation
  return (
    <li>
      <span className="who">
        <Icon name="at" />
        <b className="cut">{email}</b>
      </span>
      <span className="badge">{role === null ? 'Guest' : roleWords[role]}</span>
      <small>until {sayWhen(expiresAt)}</small>
      <span className="people-end">
        <Button
          {...offers('withdrawOrganizationInvitation', { organizationId, invitationId: id })}
          className="button"
          aria-label={`Withdraw the invitation of ${email}`}
          onPress={() => setAsked(true)}
        >
          Withdraw
        </Button>
      </span>
      {isAsked && (
        <Question
          title={`Withdraw the invitation of “${email}”?`}
          action="Withdraw invitation"
          error={error}
          isPending={isPending}
          onConfirm={() =>
            mutate({ params: { organizationId, invitationId: id } }, { onSuccess: () => setAsked(false) })
          }
          onClose={() => setAsked(false)}
        >
          <p>They can no longer accept it. You can invite them again.</p>
        </Question>
      )}
    </li>
  )
}
