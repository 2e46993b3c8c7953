import type { ReactNode } from 'react'
import { Button, Form } from 'react-aria-components'
import { adviceFor } from '../app/failures.tsx'
import type { Offered } from '../app/offers.ts'

interface SaveFormProps {
  readonly offered: Offered
  readonly write: { readonly error: Error | null; readonly isPending: boolean }
  /** What the button says. */
  readonly action: string
  readonly isUnchanged?: boolean
  readonly onSave: () => void
  readonly children: ReactNode
}

/** Fields of a screen that are saved together, at most once at a time. */
export function SaveForm({ offered, write, action, isUnchanged = false, onSave, children }: SaveFormProps) {
  const { error, isPending } = write
  return (
    <Form
      {...offered}
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) onSave()
      }}
    >
      {children}
      {error && <p role="alert">{adviceFor(error)}</p>}
      <Button
        className="button"
        data-kind="primary"
        type="submit"
        // Not `isPending`: if saving takes the form away, its announcement would stay behind without a name.
        data-pending={isPending || undefined}
        isDisabled={isUnchanged}
      >
        {action}
      </Button>
    </Form>
  )
}
