import { ApiFailure } from '@stemma/client'
import { Button, Form, Heading, Input, Label, Text, TextField } from 'react-aria-components'
import { adviceFor } from '../../app/failures.tsx'
import { useOperation, useWrite } from '../../app/operations.ts'
import { whyNoPasskeys } from '../../app/passkeys.ts'
import { loginFrom } from '../../app/session.ts'
import { FormDialog, FormEnd } from '../../kit/form-dialog.tsx'
import { ProveByPasskey } from './prove-by-passkey.tsx'

/** Whether a write failed only because the last sign-in is too long ago. */
export function needsProof(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && error.reason === 'proof_required'
}

interface ProvingProps {
  /** What the server refused until then. */
  readonly error: ApiFailure
  readonly onProved: () => void
}

interface ProvingDialogProps extends ProvingProps {
  readonly onClose: () => void
}

/** Asks who the person is, in a dialog of its own. */
export function ProvingDialog({ onClose, ...proving }: ProvingDialogProps) {
  return (
    <FormDialog isOpen onOpenChange={(isOpen) => isOpen || onClose()}>
      <Proving {...proving} />
    </FormDialog>
  )
}

/** Asks who the person is, before what they wanted to do is done after all. */
export function Proving({ error: refused, onProved }: ProvingProps) {
  const { loginURL } = refused.details as { readonly loginURL: string }
  const { factors } = useOperation('getSecondFactors', {})
  const { email } = useOperation('getAuthenticatedUser', {})
  const { mutate, error, isPending } = useWrite('proveIdentity', () => ['user', 'second-factors'])
  const hasCode = factors.some(({ kind }) => kind === 'authenticator')
  const hasPasskey = factors.some(({ kind }) => kind === 'passkey') && whyNoPasskeys() === undefined
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        const fields = new FormData(event.currentTarget)
        const [password, code] = [String(fields.get('password')), String(fields.get('code') ?? '').trim()]
        const body = { password, ...(code && { code }) }
        if (!isPending) mutate({ body }, { onSuccess: onProved })
      }}
    >
      <Heading slot="title">Is it you?</Heading>
      <p>You signed in some time ago. Before you continue, prove who you are.</p>
      {hasPasskey && <ProveByPasskey onProved={onProved} />}
      {/* Password managers then know whose password it is. */}
      <TextField value={email ?? ''} isReadOnly>
        <Label>Account</Label>
        <Input autoComplete="username" />
      </TextField>
      <TextField name="password" type="password" isRequired maxLength={1024} autoFocus={!hasPasskey}>
        <Label>Password</Label>
        <Input autoComplete="current-password" />
      </TextField>
      {factors.length > 0 && (
        <TextField name="code" isRequired maxLength={64}>
          <Label>{hasCode ? 'Code' : 'Recovery code'}</Label>
          <Input autoComplete="one-time-code" />
          {hasCode && <Text slot="description">From your authenticator app, or a recovery code.</Text>}
        </TextField>
      )}
      <p>
        Without a password, <a href={loginFrom({ reason: 'signed-out', loginURL })}>sign in again</a>.
      </p>
      {error && <p role="alert">{adviceFor(error)}</p>}
      <FormEnd>
        <Button
          className="button"
          data-kind={hasPasskey ? undefined : 'primary'}
          type="submit"
          data-pending={isPending || undefined}
        >
          Continue
        </Button>
      </FormEnd>
    </Form>
  )
}
