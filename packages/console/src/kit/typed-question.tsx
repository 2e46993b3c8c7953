import { type ReactNode, useState } from 'react'
import { Button, Form, Heading, Input, Label, TextField } from 'react-aria-components'
import { adviceFor } from '../app/failures.tsx'
import { FormDialog, FormEnd } from './form-dialog.tsx'

interface TypedQuestionProps {
  /** Names the thing: `Delete Acme?` */
  readonly title: string
  /** What will happen, and whether it can be undone. */
  readonly children: ReactNode
  /** What the person types to confirm it: the name of the thing. */
  readonly name: string
  readonly action: string
  readonly error: Error | null
  readonly isPending: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before much is deleted: the name must be typed, so that nobody confirms it by habit. */
export function TypedQuestion({ title, children, name, action, ...props }: TypedQuestionProps) {
  const { error, isPending, onConfirm, onClose } = props
  const [typed, setTyped] = useState('')
  const isSame = spaced(typed) === spaced(name)
  return (
    <FormDialog role="alertdialog" isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (isSame && !isPending) onConfirm()
        }}
      >
        <Heading slot="title">{title}</Heading>
        {children}
        <TextField value={typed} onChange={setTyped} autoFocus>
          <Label>
            Type <b>{name}</b> to confirm
          </Label>
          <Input autoComplete="off" spellCheck={false} />
        </TextField>
        {error && <p role="alert">{adviceFor(error)}</p>}
        <FormEnd>
          <Button
            className="button"
            data-kind="danger"
            type="submit"
            isDisabled={!isSame}
            data-pending={isPending || undefined}
          >
            {action}
          </Button>
        </FormEnd>
      </Form>
    </FormDialog>
  )
}

/** A name may have spaces that a screen shows as one. */
function spaced(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
