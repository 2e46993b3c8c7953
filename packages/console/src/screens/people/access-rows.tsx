import type { Role, Team, User } from '@stemma/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { adviceFor } from '../../app/failures.tsx'
import { Choice } from '../../kit/choice.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Question } from '../../kit/question.tsx'
import { offersGrant, type Place, useGrant } from './grants.ts'
import { Person } from './person.tsx'
import { none, roleOptions, roleWords, toRole } from './roles.ts'
import { Why } from './why.tsx'

interface TeamAccessProps {
  readonly place: Place
  readonly team: Team
  readonly permission: Role
}

/** A team that was given a level here. */
export function TeamAccess({ place, team, permission }: TeamAccessProps) {
  const [isAsked, setAsked] = useState(false)
  const { mutate, error, isPending } = useGrant(place)
  const to = { team: team.id }
  const { organizationId } = place
  return (
    <li>
      <span className="who">
        <Icon name="users-three" />
        <span className="who-words">
          <Link
            className="cut"
            to="/o/$organizationId/settings/teams/$teamId"
            params={{ organizationId, teamId: team.id }}
          >
            <b>{team.title}</b>
          </Link>
          <small>team, {team.members === 1 ? '1 person' : `${team.members} people`}</small>
        </span>
      </span>
      <Choice
        {...offersGrant(place)}
        label={`Level of the team ${team.title}`}
        value={permission}
        options={roleOptions}
        onChange={(id) => mutate({ role: toRole(id), to })}
      />
      <small>{error ? <span role="alert">{adviceFor(error)}</span> : 'Set here'}</small>
      <span className="people-end">
        <Button
          {...offersGrant(place)}
          className="button"
          aria-label={`Remove the team ${team.title}`}
          onPress={() => setAsked(true)}
        >
          Remove
        </Button>
      </span>
      {isAsked && (
        <Question
          title={`Remove the team “${team.title}” from ${place.title}?`}
          action="Remove team"
          error={error}
          isPending={isPending}
          onConfirm={() => mutate({ role: null, to }, { onSuccess: () => setAsked(false) })}
          onClose={() => setAsked(false)}
        >
          <p>
            Its people keep what they have from elsewhere: a level of their own, another team, or the
            organization.
          </p>
        </Question>
      )}
    </li>
  )
}

interface PersonAccessProps {
  readonly place: Place
  readonly user: User
  /** The level that counts. */
  readonly permission: Role
  /** The level that was given here. */
  readonly granted: Role | undefined
}

/** Somebody who has access. Without a level of their own, it comes from elsewhere. */
export function PersonAccess({ place, user, permission, granted }: PersonAccessProps) {
  const [isOpen, setOpen] = useState(false)
  const { mutate, error } = useGrant(place)
  const id = `why-${user.id}`
  return (
    <li>
      <Person user={user} />
      {granted === undefined ? (
        <span className="badge">{roleWords[permission]}</span>
      ) : (
        <Choice
          {...offersGrant(place)}
          label={`Level of ${user.displayName}`}
          value={granted}
          options={[...roleOptions, { id: none, name: 'Remove', note: 'what comes from elsewhere stays' }]}
          onChange={(next) => mutate({ role: toRole(next), to: { user: user.id } })}
        />
      )}
      <small>
        {error ? (
          <span role="alert">{adviceFor(error)}</span>
        ) : granted === undefined ? (
          'From elsewhere'
        ) : granted === permission ? (
          'Set here'
        ) : (
          `Set here; ${roleWords[permission]} counts`
        )}
      </small>
      <span className="people-end">
        <Button
          className="button"
          data-kind="quiet"
          aria-label={`Why does ${user.displayName} have this level?`}
          aria-expanded={isOpen}
          {...(isOpen && { 'aria-controls': id })}
          onPress={() => setOpen(!isOpen)}
        >
          Why? <Icon name="caret-down" />
        </Button>
      </span>
      {isOpen && <Why id={id} place={place} user={user} />}
    </li>
  )
}
