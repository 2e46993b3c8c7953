import type { ReceivedInvitation } from '@stemma/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { Button } from 'react-aria-components'
import { adviceFor } from '../../app/failures.tsx'
import { offers } from '../../app/offers.ts'
import { useOperation, useWrite } from '../../app/operations.ts'
import { queryClient } from '../../app/queries.ts'
import { Screen } from '../../kit/screen.tsx'
import { sayWhen } from '../../kit/when.ts'
import { roleWords } from './roles.ts'
import './people.css'

/** The invitations of the person who is signed in. */
export function InvitationsScreen() {
  const { email } = useOperation('getAuthenticatedUser', {})
  const { items } = useOperation('listInvitationsForAuthenticatedUser', {})
  return (
    <Screen title="Invitations">
      <div className="settings">
        {items.length === 0 ? (
          <div className="empty">
            <p>
              No organization has invited {email ?? 'you'}. If somebody did, ask which address they wrote: an
              invitation is for one address.
            </p>
            <Link className="button" to="/">
              Home
            </Link>
          </div>
        ) : (
          <ul className="people">
            {items.map((invitation) => (
              <Received key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        )}
      </div>
    </Screen>
  )
}

function Received({ invitation }: { readonly invitation: ReceivedInvitation }) {
  const { id: invitationId, organization, role, expiresAt } = invitation
  const accept = useWrite('acceptInvitation')
  const decline = useWrite('declineInvitation')
  const navigate = useNavigate()
  const error = accept.error ?? decline.error
  const params = { invitationId }
  const onSuccess = async () => {
    await queryClient.invalidateQueries()
    await navigate({ to: '/o/$organizationId', params: { organizationId: organization.id } })
  }
  return (
    <li>
      <span className="who-words">
        <b className="cut">{organization.title}</b>
        <small>until {sayWhen(expiresAt)}</small>
      </span>
      <span className="badge">{role === null ? 'Guest' : roleWords[role]}</span>
      <small>{error && <span role="alert">{adviceFor(error)}</span>}</small>
      <span className="people-end">
        <Button
          {...offers('declineInvitation', params)}
          className="button"
          aria-label={`Decline the invitation to ${organization.title}`}
          isPending={decline.isPending}
          onPress={() => decline.mutate({ params })}
        >
          Decline
        </Button>
        <Button
          {...offers('acceptInvitation', params)}
          className="button"
          data-kind="primary"
          aria-label={`Join ${organization.title}`}
          isPending={accept.isPending}
          onPress={() => accept.mutate({ params }, { onSuccess })}
        >
          Join
        </Button>
      </span>
    </li>
  )
}
