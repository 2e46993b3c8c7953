import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { announce } from '../../../app/announcements.tsx'
import { offers } from '../../../app/offers.ts'
import { useOperation, useWrite } from '../../../app/operations.ts'
import { Question } from '../../../kit/question.tsx'

/** Whether members must prove a second factor. */
export function RequireSecondFactor({ organizationId }: { readonly organizationId: string }) {
  const params = { organizationId }
  const { title, secondFactor } = useOperation('getOrganizationById', { params })
  const { proved } = useOperation('getSecondFactors', {})
  const [isAsked, setAsked] = useState(false)
  const { mutate, error, isPending } = useWrite('updateOrganizationById')
  const isOn = secondFactor === 'required'
  const body = { secondFactor: isOn ? 'optional' : 'required' } as const
  const onSuccess = () => {
    announce(isOn ? 'A second factor is optional' : 'A second factor is required')
    setAsked(false)
  }
  return (
    <section aria-labelledby="second-factor">
      <h2 id="second-factor">
        Two-step verification{' '}
        <span className={`badge tone-${isOn ? 'success' : 'none'}`}>{isOn ? 'Required' : 'Optional'}</span>
      </h2>
      <p className="settings-note">
        {isOn
          ? 'Members have access only after they signed in with a second step, or through a provider.'
          : 'Members choose whether they protect their account with a second step.'}
      </p>
      {isOn || proved ? (
        <p>
          <Button
            className="button"
            {...offers('updateOrganizationById', params, body)}
            onPress={() => setAsked(true)}
          >
            {isOn ? 'Make it optional' : 'Require it'}
          </Button>
        </p>
      ) : (
        <p>
          To require it, first turn it on in{' '}
          <Link to="/o/$organizationId/settings/account" params={params}>
            your account
          </Link>
          , and sign in with it.
        </p>
      )}
      {isAsked && (
        <Question
          title={isOn ? `Make the second step optional in ${title}?` : `Require a second step in ${title}?`}
          action={isOn ? 'Make it optional' : 'Require it'}
          kind={isOn ? 'danger' : 'primary'}
          error={error}
          isPending={isPending}
          onConfirm={() => mutate({ params, body }, { onSuccess })}
          onClose={() => setAsked(false)}
        >
          <p>
            {isOn
              ? 'Members can sign in with a password alone again, starting with the next request.'
              : 'Members without one lose access with the next request, also with their tokens, until they ' +
                'set one up: the console shows them how. People who sign in through a ' +
                'provider of this organization are not asked.'}
          </p>
        </Question>
      )}
    </section>
  )
}
