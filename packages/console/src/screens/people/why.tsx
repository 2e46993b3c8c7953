import type { PermissionExplanation, User } from '@stemma/contract'
import { useQuery } from '@tanstack/react-query'
import { adviceFor } from '../../app/failures.tsx'
import { Icon } from '../../kit/icon.tsx'
import { explanationIn, type Place } from './grants.ts'
import { roleWords } from './roles.ts'
import './why.css'

interface WhyProps {
  readonly id: string
  readonly place: Place
  readonly user: User
}

/** The steps that led to a level, from the organization's rules to the one that decided. */
export function Why({ id, place, user }: WhyProps) {
  const { data, error } = useQuery({ ...explanationIn(place, user.id), throwOnError: false })
  return (
    <div className="why" id={id} aria-live="polite">
      {error && <p role="alert">{adviceFor(error)}</p>}
      {data && (
        <>
          <p>
            <b>
              {user.displayName} {levelWords(data.permission)}
            </b>{' '}
            in {place.title}, because of the first rule that says something:
          </p>
          <ol>
            {data.steps.map((step) => (
              <Reason key={`${step.source} ${step.id}`} step={step} user={user} />
            ))}
          </ol>
        </>
      )}
    </div>
  )
}

type Step = PermissionExplanation['steps'][number]

function Reason({ step, user }: { readonly step: Step; readonly user: User }) {
  const decides = step.permission !== undefined
  return (
    <li data-decides={decides || undefined}>
      <Icon name={decides ? 'check-circle' : 'minus'} />
      <span>
        <b>{placeWords(step)}</b>
        <br />
        {reasonWords(step, user.displayName)} {decides && <span className="badge tone-info">Decides</span>}
      </span>
    </li>
  )
}

function placeWords({ object, title }: Step): string {
  return title === undefined ? `A ${object} that you can’t read` : `${objects[object]} ${title}`
}

const objects = { organization: 'Organization', collection: 'Collection', space: 'Space' } as const

function levelWords(permission: PermissionExplanation['permission']): string {
  return permission === null ? 'has no access' : `has the level ${roleWords[permission]}`
}

function reasonWords({ source, reason, permission, teams = [] }: Step, name: string): string {
  if (source === 'team' && teams.length > 0) {
    const given = teams.map((team) => `${team.title} has ${roleWords[team.permission]}`).join(', ')
    return `${name} is in teams that were given a level: ${given}.`
  }
  const level = permission == null ? 'no access' : roleWords[permission]
  return reasons[reason](name, level)
}

const reasons: Readonly<Record<Step['reason'], (name: string, level: string) => string>> = {
  disabled: (name) => `The membership of ${name} is disabled.`,
  admin: (name) => `${name} is an admin of the organization, and can do everything in it.`,
  guest: (name) => `${name} is a guest: only what they are given counts.`,
  member: (name) => `${name} is a member.`,
  granted: (name, level) => `${name} was given ${level} here.`,
  not_granted: (name) => `Nothing was given to ${name} here.`,
  set: (_, level) => `Everyone has ${level} here.`,
  inherited: () => 'What everyone has here comes from above.',
  not_for_guests: (name) => `What everyone has doesn’t count for ${name}, who is a guest.`,
  role: (name, level) => `The role of ${name} in the organization is ${level}.`,
  no_role: (name) => `${name} has no role in the organization.`,
}
