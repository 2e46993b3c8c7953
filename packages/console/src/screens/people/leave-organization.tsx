import type { Member } from '@stemma/contract'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { consoleUrl } from '../../app/base.ts'
import { offers } from '../../app/offers.ts'
import { useOperation, useWrite } from '../../app/operations.ts'
import { Question } from '../../kit/question.tsx'
import { useIsKept } from './kept.ts'

interface LeaveProps {
  readonly organizationId: string
}

/** The way out of an organization. Guests have it too, although they don't see who else is in it. */
export function LeaveOrganization({ organizationId }: LeaveProps) {
  const params = { organizationId }
  const { id: userId } = useOperation('getAuthenticatedUser', {})
  const { title } = useOperation('getOrganizationById', { params })
  const member = useOperation('getMemberInOrganizationById', { params: { ...params, userId } })
  return (
    <section aria-labelledby="leave">
      <h2 id="leave">Leave {title}</h2>
      {member.role === 'admin' ? (
        <UnlessKept organizationId={organizationId} member={member} />
      ) : (
        <LeaveButton organizationId={organizationId} />
      )}
    </section>
  )
}

/** Somebody must be able to let others in. */
function UnlessKept({ organizationId, member }: LeaveProps & { readonly member: Member }) {
  const reason = useIsKept(organizationId, member)
  if (reason === undefined) return <LeaveButton organizationId={organizationId} />
  return (
    <p className="settings-note">
      {reason === 'the only admin'
        ? 'You are the only admin. Make somebody else an admin first.'
        : 'You are the admin who signs in without single sign-on. Name another one first.'}
    </p>
  )
}

function LeaveButton({ organizationId }: LeaveProps) {
  const [isAsked, setAsked] = useState(false)
  const { id: userId } = useOperation('getAuthenticatedUser', {})
  const { title } = useOperation('getOrganizationById', { params: { organizationId } })
  const { mutate, error, isPending } = useWrite('removeMemberFromOrganizationById')
  const params = { organizationId, userId }
  return (
    <>
      <p className="settings-note">Your account stays, and so does what you wrote.</p>
      <p>
        <Button
          className="button"
          {...offers('removeMemberFromOrganizationById', params)}
          onPress={() => setAsked(true)}
        >
          Leave the organization
        </Button>
      </p>
      {isAsked && (
        <Question
          title={`Leave ${title}?`}
          action="Leave organization"
          error={error}
          isPending={isPending}
          onConfirm={() => mutate({ params }, { onSuccess: () => location.assign(consoleUrl.href) })}
          onClose={() => setAsked(false)}
        >
          <p>
            You lose access to its spaces at once, and your places in its teams. What you wrote stays. To come
            back, you need an invitation.
          </p>
        </Question>
      )}
    </>
  )
}
