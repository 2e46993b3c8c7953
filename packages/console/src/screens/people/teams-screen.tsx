import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, DialogTrigger, Input, Label, SearchField } from 'react-aria-components'
import { offers } from '../../app/offers.ts'
import { useWrite } from '../../app/operations.ts'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { Icon } from '../../kit/icon.tsx'
import { ShowMore } from '../../kit/show-more.tsx'
import { teamsOf } from './lists.ts'
import { useOwnRole } from './roles.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { TitleForm } from './title-form.tsx'

const route = getRouteApi('/o/$organizationId/settings/teams')

/** Groups of members, which get access together. */
export function TeamsScreen() {
  const params = route.useParams()
  const { organizationId } = params
  const [words, setWords] = useState('')
  const list = useInfiniteQuery({ ...teamsOf(organizationId, words), placeholderData: keepPreviousData })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const isAdmin = useOwnRole(organizationId) === 'admin'
  return (
    <SettingsFrame title="Teams" actions={isAdmin && <NewTeam organizationId={organizationId} />}>
      <p className="settings-note">
        A team gets access to spaces and collections as one. Its owners choose who is in it.
      </p>
      {(words !== '' || items.length > 0) && (
        <SearchField className="form settings-find" value={words} onChange={setWords}>
          <Label className="hidden-text">Find teams</Label>
          <Input placeholder="Find teams by title" maxLength={64} />
        </SearchField>
      )}
      {items.length === 0 ? (
        <p>{list.data === undefined ? '' : whyNone(words, isAdmin)}</p>
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
      <ShowMore list={list} />
    </SettingsFrame>
  )
}

function whyNone(words: string, isAdmin: boolean): string {
  if (words !== '') return `No team matches “${words}”.`
  return isAdmin ? 'There is no team yet.' : 'You see no teams yet. Admins of the organization create them.'
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
