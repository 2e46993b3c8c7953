import { type ReactNode, useState } from 'react'
import { Button } from 'react-aria-components'
import type { Offered } from '../../app/offers.ts'
import { Question } from '../../kit/question.tsx'
import { sayWhen } from '../../kit/when.ts'

interface TokenRowProps {
  readonly token: {
    readonly label: string
    readonly prefix: string
    readonly expiresAt: string
    readonly lastUsedAt?: string
  }
  /** The operation that revokes it. */
  readonly offered: Offered
  readonly write: { readonly error: Error | null; readonly isPending: boolean }
  readonly onRevoke: (onSuccess: () => void) => void
  /** What happens to those who use it. */
  readonly children: ReactNode
}

/** A token in a list: until when it works, whether it is used, and how to end it. */
export function TokenRow({ token, offered, write, onRevoke, children }: TokenRowProps) {
  const [isAsked, setAsked] = useState(false)
  const { label, prefix, lastUsedAt, expiresAt } = token
  return (
    <li>
      <span className="who-words">
        <b className="cut">{label}</b>
        <small>
          <code>{prefix}…</code>
        </small>
      </span>
      <small>until {sayWhen(expiresAt)}</small>
      <small>{lastUsedAt === undefined ? 'never used' : `used ${sayWhen(lastUsedAt)}`}</small>
      <span className="people-end">
        <Button
          className="button"
          aria-label={`Revoke the token ${label}`}
          {...offered}
          onPress={() => setAsked(true)}
        >
          Revoke
        </Button>
      </span>
      {isAsked && (
        <Question
          title={`Revoke the token “${label}”?`}
          action="Revoke token"
          {...write}
          onConfirm={() => onRevoke(() => setAsked(false))}
          onClose={() => setAsked(false)}
        >
          <p>{children}</p>
        </Question>
      )}
    </li>
  )
}
