import type { User } from '@stemma/contract'
import { useState } from 'react'
import './face.css'

const hues = 5

type Person = Pick<User, 'id' | 'displayName' | 'photoURL'>

/** The picture of a person. Without one that can be read, their initials. */
export function Face({ user }: { readonly user: Person }) {
  const [missing, setMissing] = useState<string>()
  const { photoURL } = user
  // The policy of the console lets in no other pictures.
  const isReadable = photoURL?.startsWith('https:') && photoURL !== missing
  if (!isReadable) return <Initials user={user} />
  return (
    <img
      className="face"
      src={photoURL}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setMissing(photoURL)}
    />
  )
}

/** They have a colour that stays theirs. */
function Initials({ user }: { readonly user: Person }) {
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
