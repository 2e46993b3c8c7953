import { type ReactNode, useState } from 'react'
import { Button, Form, Heading } from 'react-aria-components'
import { adviceFor } from '../../app/failures.tsx'
import { Choice } from '../../kit/choice.tsx'
import { Field } from '../../kit/field.tsx'
import { FormEnd } from '../../kit/form-dialog.tsx'

const days = [30, 90, 365] as const
const minuteMs = 60_000

interface TokenFormProps {
  readonly heading: string
  /** Asks for the label, which tells tokens apart. */
  readonly question: string
  readonly placeholder: string
  /** In days. */
  readonly lifetime: (typeof days)[number]
  readonly write: { readonly error: Error | null; readonly isPending: boolean }
  readonly onCreate: (token: { readonly label: string; readonly expiresAt: string }) => void
  /** More fields. */
  readonly children?: ReactNode
}

/** What a new token is for, and how long it works. */
export function TokenForm({ heading, question, placeholder, write, ...props }: TokenFormProps) {
  const [lifetime, setLifetime] = useState(String(props.lifetime))
  const { error, isPending } = write
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        const label = String(new FormData(event.currentTarget).get('label')).trim()
        if (!isPending) props.onCreate({ label, expiresAt: expiryAfter(lifetime) })
      }}
    >
      <Heading slot="title">{heading}</Heading>
      <Field label={question} name="label" isRequired maxLength={50} autoFocus placeholder={placeholder} />
      {props.children}
      <Choice
        label="Expires after"
        value={lifetime}
        options={days.map((count) => ({ id: String(count), name: `${count} days` }))}
        onChange={setLifetime}
      />
      {error && <p role="alert">{adviceFor(error)}</p>}
      <FormEnd>
        <Button className="button" data-kind="primary" type="submit" isPending={isPending}>
          Create token
        </Button>
      </FormEnd>
    </Form>
  )
}

/** A minute earlier, because the clocks of the server and of the person differ. */
function expiryAfter(lifetime: string): string {
  return new Date(Date.now() + Number(lifetime) * 24 * 60 * minuteMs - minuteMs).toISOString()
}
