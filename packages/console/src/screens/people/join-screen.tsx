import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Button } from 'react-aria-components'
import { adviceFor } from '../../app/failures.tsx'
import { offers } from '../../app/offers.ts'
import { useOperation, useWrite } from '../../app/operations.ts'
import { queryClient } from '../../app/queries.ts'
import { Notice } from '../../kit/notice.tsx'
import { Screen } from '../../kit/screen.tsx'
import { roleWords } from './roles.ts'

const route = getRouteApi('/join/$organizationId/$inviteId')

/** An invite link: says what it gives, and joins when the person says so. */
export function JoinScreen() {
  const params = route.useParams()
  const navigate = useNavigate()
  const { displayName } = useOperation('getAuthenticatedUser', {})
  const { role, level } = useOperation('getOrganizationInviteLink', { params })
  const { mutate, error, isPending } = useWrite('joinOrganizationWithInvite')
  const given = role ?? level ?? null
  const { organizationId } = params
  return (
    <Screen title="Join an organization">
      <Notice icon="users-three">
        <p>
          {error ? (
            <span role="alert">{adviceFor(error)}</span>
          ) : (
            <>
              Somebody gave you a link. With it, {displayName} joins{' '}
              {given === null ? 'as a guest' : `with the role ${roleWords[given]}`}. If you are a member
              already, you keep what you have.
            </>
          )}
        </p>
        <Button
          {...offers('joinOrganizationWithInvite', params)}
          className="button"
          data-kind="primary"
          isPending={isPending}
          onPress={() =>
            mutate(
              { params },
              {
                onSuccess: async () => {
                  await queryClient.invalidateQueries()
                  await navigate({ to: '/o/$organizationId', params: { organizationId } })
                },
              },
            )
          }
        >
          Join
        </Button>
      </Notice>
    </Screen>
  )
}
