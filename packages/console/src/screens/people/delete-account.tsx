import type { Authorship } from '@stemma/contract'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { atServer } from '../../app/base.ts'
import { offers } from '../../app/offers.ts'
import { useOperation, useWrite } from '../../app/operations.ts'
import { TypedQuestion } from '../../kit/typed-question.tsx'
import { needsProof, ProvingDialog } from './proving.tsx'

/** The way out of everything. */
export function DeleteAccount() {
  const [isAsked, setAsked] = useState(false)
  return (
    <section aria-labelledby="delete-account">
      <h2 id="delete-account">Delete account</h2>
      <p className="settings-note">
        You lose access to all of your organizations on this server. What you wrote stays.
      </p>
      <p>
        <Button
          className="button"
          data-kind="danger"
          {...offers('deleteAuthenticatedUser')}
          onPress={() => setAsked(true)}
        >
          Delete account
        </Button>
      </p>
      {isAsked && <Asked onClose={() => setAsked(false)} />}
    </section>
  )
}

function Asked({ onClose }: { readonly onClose: () => void }) {
  const { displayName, email } = useOperation('getAuthenticatedUser', {})
  const [authorship, setAuthorship] = useState<Authorship>('name')
  const { mutate, error, isPending } = useWrite('deleteAuthenticatedUser')
  // Nothing of this page can be loaded any more.
  const onSuccess = () => location.assign(atServer('login'))
  const remove = () => mutate({ query: { authorship } }, { onSuccess })
  if (needsProof(error)) return <ProvingDialog error={error} onProved={remove} onClose={onClose} />
  return (
    <TypedQuestion
      title={`Delete the account ${email ?? displayName}?`}
      name={email ?? displayName}
      action="Delete account"
      error={error}
      isPending={isPending}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        Your sessions, tokens, second factors, memberships and notifications end at once. This cannot be
        undone. Your address can be used for a new account.
      </p>
      <fieldset className="delete-choice">
        <legend>What you wrote stays, and shows as its author:</legend>
        {choices.map(({ value, words }) => (
          <label className="settings-check" key={value}>
            <input
              type="radio"
              name="authorship"
              value={value}
              checked={authorship === value}
              onChange={() => setAuthorship(value)}
            />
            {words(displayName)}
          </label>
        ))}
      </fieldset>
    </TypedQuestion>
  )
}

const choices = [
  { value: 'name', words: (name: string) => name },
  { value: 'anonymous', words: () => '“Deleted user”' },
] as const
