import type { Presence } from '@stemma/contract'
import { Face } from '../kit/face.tsx'
import './people-here.css'

interface PeopleHereProps {
  readonly people: readonly Presence[]
  readonly userId: string
}

/** Who else has the change request open. */
export function PeopleHere({ people, userId }: PeopleHereProps) {
  const others = new Map(people.filter(({ user }) => user.id !== userId).map(({ user }) => [user.id, user]))
  if (others.size === 0) return null
  const users = [...others.values()]
  const names = users.map(({ displayName }) => displayName).join(', ')
  return (
    <span className="people-here" role="img" aria-label={`Also here: ${names}`} title={names}>
      {users.slice(0, 4).map((user) => (
        <Face key={user.id} user={user} />
      ))}
    </span>
  )
}
