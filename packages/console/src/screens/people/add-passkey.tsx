import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Form, Heading } from 'react-aria-components'
import { announce } from '../../app/announcements.tsx'
import { useWrite } from '../../app/operations.ts'
import { createPasskey, passkeyAdvice, whyNoPasskeys } from '../../app/passkeys.ts'
import { queryClient } from '../../app/queries.ts'
import { Field } from '../../kit/field.tsx'
import { DoneEnd, FormEnd } from '../../kit/form-dialog.tsx'
import { needsProof, Proving } from './proving.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Names a passkey, and has the browser make it. */
export function AddPasskey() {
  const [label, setLabel] = useState('Passkey')
  const { mutate: make, data, error, isPending } = useMaking(label.trim())
  const problem = whyNoPasskeys()
  if (data?.recoveryCodes) return <RecoveryCodes heading="Your recovery codes" codes={data.recoveryCodes} />
  if (data !== undefined) return <Added label={data.factor.label} />
  if (problem !== undefined) return <Impossible problem={problem} />
  if (needsProof(error)) return <Proving error={error} onProved={make} />
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) make()
      }}
    >
      <Heading slot="title">Add a passkey</Heading>
      <p>
        You then sign in with the fingerprint, face or PIN of your device, without a password. Nobody can
        guess a passkey, and other websites can’t ask for it.
      </p>
      <Field
        label="Name"
        note="To tell it from your others, such as the name of the device."
        value={label}
        onChange={setLabel}
        isRequired
        maxLength={50}
        autoFocus
      />
      {error && <p role="alert">{passkeyAdvice(error)}</p>}
      <FormEnd>
        <Button className="button" data-kind="primary" type="submit" data-pending={isPending || undefined}>
          {isPending ? 'Follow your browser' : 'Continue'}
        </Button>
      </FormEnd>
    </Form>
  )
}

function useMaking(label: string) {
  const { mutateAsync: start } = useWrite('startPasskey')
  const { mutateAsync: confirm } = useWrite('confirmPasskey', () => ['user', 'second-factors'])
  return useMutation({
    mutationFn: async () => {
      const { id: factorId, options } = await start({})
      const credential = await createPasskey(options)
      return confirm({ params: { factorId }, body: { label, credential } })
    },
    onSuccess: () => {
      announce(`${label} added`)
      return queryClient.invalidateQueries({ queryKey: ['user', 'sessions'] })
    },
  })
}

function Impossible({ problem }: { readonly problem: string }) {
  return (
    <div className="form">
      <Heading slot="title">No passkeys here</Heading>
      <p>{problem}</p>
      <DoneEnd />
    </div>
  )
}

function Added({ label }: { readonly label: string }) {
  return (
    <div className="form">
      <Heading slot="title">“{label}” is added</Heading>
      <p>You can sign in with it from now on. Your recovery codes stay the same.</p>
      <DoneEnd />
    </div>
  )
}
