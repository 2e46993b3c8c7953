import type { User } from '@stemma/contract'
import type { ReactNode } from 'react'
import { Face } from '../../kit/face.tsx'

interface PersonProps {
  readonly user: Pick<User, 'id' | 'displayName' | 'email'>
  /** Said beside the address, such as that it is you. */
  readonly note?: ReactNode
}

/** Somebody in a list. */
export function Person({ user, note }: PersonProps) {
  return (
    <span className="who">
      <Face user={user} />
      <span className="who-words">
        <b className="cut">{user.displayName}</b>
        <small className="cut dots">
          <span>{user.email}</span>
          {note && <span>{note}</span>}
        </small>
      </span>
    </span>
  )
}
