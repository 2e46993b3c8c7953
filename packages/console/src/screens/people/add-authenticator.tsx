import { useState } from 'react'
import { Button, FieldError, Form, Heading, Input, Label, TextField } from 'react-aria-components'
import { announce } from '../../app/announcements.tsx'
import { adviceFor } from '../../app/failures.tsx'
import { useOperation, useWrite } from '../../app/operations.ts'
import { queryClient } from '../../app/queries.ts'
import { Field } from '../../kit/field.tsx'
import { DoneEnd, FormEnd } from '../../kit/form-dialog.tsx'
import { CopyField } from './copy-field.tsx'
import { needsProof, Proving } from './proving.tsx'
import { QRCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Names an authenticator app, connects it by a QR code, and checks its first code. */
export function AddAuthenticator() {
  const [label, setLabel] = useState('Authenticator app')
  const { mutate, data, error, isPending } = useWrite('startAuthenticator')
  const start = () => mutate({ body: { label: label.trim() } })
  if (data?.uri !== undefined) return <Connect id={data.id} uri={data.uri} secret={data.secret ?? ''} />
  if (needsProof(error)) return <Proving error={error} onProved={start} />
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) start()
      }}
    >
      <Heading slot="title">Add an authenticator app</Heading>
      <p>Any app for one-time codes works, and so do most password managers.</p>
      <Field label="Name" value={label} onChange={setLabel} isRequired maxLength={50} autoFocus />
      {error && <p role="alert">{adviceFor(error)}</p>}
      <FormEnd>
        <Button className="button" data-kind="primary" type="submit" data-pending={isPending || undefined}>
          Continue
        </Button>
      </FormEnd>
    </Form>
  )
}

interface ConnectProps {
  readonly id: string
  readonly uri: string
  readonly secret: string
}

function Connect({ id: factorId, uri, secret }: ConnectProps) {
  const { mutate, data, error, isPending } = useWrite('confirmAuthenticator', () => [
    'user',
    'second-factors',
  ])
  const { email } = useOperation('getAuthenticatedUser', {})
  if (data?.recoveryCodes) return <RecoveryCodes heading="Your recovery codes" codes={data.recoveryCodes} />
  if (data !== undefined) return <Added label={data.factor.label} />
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        const code = String(new FormData(event.currentTarget).get('code')).trim()
        const onSuccess = () => {
          announce('Two-step verification is on')
          return queryClient.invalidateQueries({ queryKey: ['user', 'sessions'] })
        }
        if (!isPending) mutate({ params: { factorId }, body: { code } }, { onSuccess })
      }}
    >
      <Heading slot="title">Connect the app</Heading>
      <p>Scan this with the app, then enter the code that it shows.</p>
      <QRCode text={uri} label={`QR code for the account ${email ?? ''}`} />
      <details>
        <summary>Can’t scan it?</summary>
        <p>Enter this key in the app. Codes are by time, with six digits.</p>
        <CopyField label="Key" value={secret} />
      </details>
      <TextField name="code" isRequired maxLength={64} autoFocus>
        <Label>Code</Label>
        <Input autoComplete="one-time-code" inputMode="numeric" />
        <FieldError />
      </TextField>
      {error && <p role="alert">{adviceFor(error)}</p>}
      <FormEnd>
        <Button className="button" data-kind="primary" type="submit" data-pending={isPending || undefined}>
          Turn on
        </Button>
      </FormEnd>
    </Form>
  )
}

function Added({ label }: { readonly label: string }) {
  return (
    <div className="form">
      <Heading slot="title">“{label}” is added</Heading>
      <p>Its codes work from now on. Your recovery codes stay the same.</p>
      <DoneEnd />
    </div>
  )
}
