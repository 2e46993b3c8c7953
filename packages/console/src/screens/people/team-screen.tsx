import type { TeamRole } from '@stemma/contract'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, DialogTrigger, Heading } from 'react-aria-components'
import { adviceFor } from '../../app/failures.tsx'
import { offers } from '../../app/offers.ts'
import { toPages, useOperation, useWrite } from '../../app/operations.ts'
import { Choice } from '../../kit/choice.tsx'
import { FormDialog, FormEnd } from '../../kit/form-dialog.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Question } from '../../kit/question.tsx'
import { ShowMore } from '../../kit/show-more.tsx'
import { ChoosePerson } from './choose-person.tsx'
import { Person } from './person.tsx'
import { useOwnRole } from './roles.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { TitleForm } from './title-form.tsx'

const route = getRouteApi('/o/$organizationId/settings/teams/$teamId')

interface TeamKey {
  readonly organizationId: string
  readonly teamId: string
}

/** One team, and who is in it. */
export function TeamScreen() {
  const params: TeamKey = route.useParams()
  const { organizationId } = params
  const team = useOperation('getTeamInOrganizationById', { params })
  const list = useSuspenseInfiniteQuery(
    toPages('listTeamMembersInOrganizationById', { params, query: { limit: 100 } }),
  )
  const members = list.data.pages.flatMap(({ items }) => items)
  const isOwner = team.permissions.admin
  const ids = new Set(members.map(({ organization }) => organization.user.id))
  return (
    <SettingsFrame
      title={team.title}
      crumbs={
        <nav className="crumbs" aria-label="Breadcrumbs">
          <Link to="/o/$organizationId/settings/teams" params={{ organizationId }}>
            Teams
          </Link>
        </nav>
      }
      actions={isOwner && <TeamActions team={params} title={team.title} members={ids} />}
    >
      {members.length === 0 ? (
        <p>Nobody is in this team yet.</p>
      ) : (
        <ul className="people">
          {members.map(({ organization: { user }, team: { role } }) => (
            <TeamMemberRow key={user.id} {...{ user, role, isOwner }} team={params} title={team.title} />
          ))}
        </ul>
      )}
      <ShowMore list={list} />
    </SettingsFrame>
  )
}

const teamRoles: readonly { readonly id: TeamRole; readonly name: string; readonly note: string }[] = [
  { id: 'owner', name: 'Owner', note: 'chooses who is in it' },
  { id: 'member', name: 'Member', note: '' },
]

interface TeamMemberRowProps {
  readonly user: Parameters<typeof Person>[0]['user']
  readonly role: TeamRole
  readonly isOwner: boolean
  readonly team: TeamKey
  readonly title: string
}

function TeamMemberRow({ user, role, isOwner, team, title }: TeamMemberRowProps) {
  const { id: ownId } = useOperation('getAuthenticatedUser', {})
  const [isAsked, setAsked] = useState(false)
  const change = useWrite('addMemberToOrganizationTeamById')
  const remove = useWrite('deleteMemberFromOrganizationTeamById')
  const params = { ...team, userId: user.id }
  const isOwn = ownId === user.id
  return (
    <li>
      <Person user={user} note={isOwn && 'you'} />
      {isOwner ? (
        <Choice
          {...offers('addMemberToOrganizationTeamById', params)}
          label={`Role of ${user.displayName} in the team`}
          value={role}
          options={teamRoles}
          onChange={(id) => change.mutate({ params, body: { role: id === 'owner' ? 'owner' : 'member' } })}
        />
      ) : (
        <span className="badge">{teamRoles.find(({ id }) => id === role)?.name}</span>
      )}
      <small>{change.error && <span role="alert">{adviceFor(change.error)}</span>}</small>
      <span className="people-end">
        {(isOwner || isOwn) && (
          <Button
            {...offers('deleteMemberFromOrganizationTeamById', params)}
            className="button"
            aria-label={isOwn ? 'Leave the team' : `Remove ${user.displayName}`}
            onPress={() => setAsked(true)}
          >
            {isOwn ? 'Leave' : 'Remove'}
          </Button>
        )}
      </span>
      {isAsked && (
        <Question
          title={isOwn ? `Leave ${title}?` : `Remove “${user.displayName}” from ${title}?`}
          action={isOwn ? 'Leave team' : 'Remove from team'}
          error={remove.error}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate({ params }, { onSuccess: () => setAsked(false) })}
          onClose={() => setAsked(false)}
        >
          <p>{isOwn ? 'You lose' : 'They lose'} the access that the team gives, and keep every other.</p>
        </Question>
      )}
    </li>
  )
}

interface TeamActionsProps {
  readonly team: TeamKey
  readonly title: string
  readonly members: ReadonlySet<string>
}

function TeamActions({ team, title, members }: TeamActionsProps) {
  const isAdmin = useOwnRole(team.organizationId) === 'admin'
  const rename = useWrite('updateTeamInOrganizationById')
  return (
    <>
      <DialogTrigger>
        <Button className="button" {...offers('updateTeamInOrganizationById', { ...team })}>
          Rename
        </Button>
        <FormDialog>
          {({ close }) => (
            <TitleForm
              heading="Rename team"
              action="Save"
              title={title}
              error={rename.error}
              isPending={rename.isPending}
              onSave={(next) => rename.mutate({ params: team, body: { title: next } }, { onSuccess: close })}
            />
          )}
        </FormDialog>
      </DialogTrigger>
      {isAdmin && <DeleteTeam team={team} title={title} />}
      <AddMember team={team} members={members} />
    </>
  )
}

function AddMember({ team, members }: Omit<TeamActionsProps, 'title'>) {
  const { mutate, error } = useWrite('addMemberToOrganizationTeamById')
  return (
    <DialogTrigger>
      <Button
        className="button"
        data-kind="primary"
        {...offers('addMemberToOrganizationTeamById', { ...team })}
      >
        <Icon name="plus" /> Add people
      </Button>
      <FormDialog>
        <div className="form">
          <Heading slot="title">Add people</Heading>
          <ChoosePerson
            organizationId={team.organizationId}
            except={members}
            onChoose={({ id: userId }) => mutate({ params: { ...team, userId }, body: { role: 'member' } })}
          />
          {error && <p role="alert">{adviceFor(error)}</p>}
          <FormEnd>
            <Button className="button" data-kind="primary" slot="close">
              Done
            </Button>
          </FormEnd>
        </div>
      </FormDialog>
    </DialogTrigger>
  )
}

function DeleteTeam({ team, title }: Omit<TeamActionsProps, 'members'>) {
  const [isAsked, setAsked] = useState(false)
  const navigate = useNavigate()
  const { mutate, error, isPending } = useWrite('removeTeamFromOrganizationById')
  const { organizationId } = team
  const onSuccess = () => navigate({ to: '/o/$organizationId/settings/teams', params: { organizationId } })
  return (
    <>
      <Button
        className="button"
        {...offers('removeTeamFromOrganizationById', { ...team })}
        onPress={() => setAsked(true)}
      >
        Delete
      </Button>
      {isAsked && (
        <Question
          title={`Delete the team “${title}”?`}
          action="Delete team"
          error={error}
          isPending={isPending}
          onConfirm={() => mutate({ params: team }, { onSuccess })}
          onClose={() => setAsked(false)}
        >
          <p>
            Its people lose the access that the team gives them at once. They stay members of the
            organization.
          </p>
        </Question>
      )}
    </>
  )
}
