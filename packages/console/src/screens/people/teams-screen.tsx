import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Button, DialogTrigger } from 'react-aria-components'
import { offers } from '../../app/offers.ts'
import { useOperation, useWrite } from '../../app/operations.ts'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { Icon } from '../../kit/icon.tsx'
import { useOwnRole } from './roles.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { TitleForm } from './title-form.tsx'

const route = getRouteApi('/o/$organizationId/settings/teams')

/** Groups of members, which get access together. */
export function TeamsScreen() {
  const params = route.useParams()
  const { organizationId } = params
  const { items } = useOperation('listTeamsInOrganizationById', { params, query: { limit: 200 } })
  const isAdmin = useOwnRole(organizationId) === 'admin'
  return (
    <SettingsFrame title="Teams" actions={isAdmin && <NewTeam organizationId={organizationId} />}>
      <p className="settings-note">
        A team gets access to spaces and collections as one. Its owners choose who is in it.
      </p>
      {items.length === 0 ? (
        <p>
          {isAdmin
            ? 'There is no team yet.'
            : 'You see no teams yet. Admins of the organization create them.'}
        </p>
      ) : (
        <ul className="people">
          {items.map(({ id: teamId, title, members, spaces }) => (
            <li key={teamId}>
              <span className="who">
                <Icon name="users-three" />
                <span className="who-words">
                  <Link
                    className="cut"
                    to="/o/$organizationId/settings/teams/$teamId"
                    params={{ organizationId, teamId }}
                  >
                    <b>{title}</b>
                  </Link>
                </span>
              </span>
              <small>{members === 1 ? '1 person' : `${members} people`}</small>
              <small>{spaces === 1 ? '1 space' : `${spaces} spaces`}</small>
            </li>
          ))}
        </ul>
      )}
    </SettingsFrame>
  )
}

function NewTeam({ organizationId }: { readonly organizationId: string }) {
  const { mutate, error, isPending } = useWrite('createOrganizationTeam')
  const navigate = useNavigate()
  return (
    <DialogTrigger>
      <Button
        className="button"
        data-kind="primary"
        {...offers('createOrganizationTeam', { organizationId })}
      >
        <Icon name="plus" /> New team
      </Button>
      <FormDialog>
        <TitleForm
          heading="New team"
          action="Create team"
          error={error}
          isPending={isPending}
          onSave={(title) =>
            mutate(
              { params: { organizationId }, body: { title } },
              {
                onSuccess: ({ id: teamId }) =>
                  navigate({
                    to: '/o/$organizationId/settings/teams/$teamId',
                    params: { organizationId, teamId },
                  }),
              },
            )
          }
        />
      </FormDialog>
    </DialogTrigger>
  )
}
