import type { User } from '@stemma/contract'
import './face.css'

const hues = 5

/** The initials of a person, in a colour that stays theirs. */
export function Face({ user }: { readonly user: Pick<User, 'id' | 'displayName'> }) {
  const words = user.displayName.split(/\s+/).filter(Boolean)
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0] ?? '')
  return (
    <span className="face" data-person={hueOf(user.id)} aria-hidden="true">
      {initials.join('').toUpperCase()}
    </span>
  )
}

function hueOf(id: string): number {
  let sum = 0
  for (const sign of id) sum = (sum * 31 + sign.charCodeAt(0)) % 65_521
  return (sum % hues) + 1
}
