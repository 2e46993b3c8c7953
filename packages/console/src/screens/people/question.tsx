import type { ReactNode } from 'react'
import { Button, Heading } from 'react-aria-components'
import { adviceFor } from '../../app/failures.tsx'
import { FormDialog, FormEnd } from '../../kit/form-dialog.tsx'

interface QuestionProps {
  readonly title: string
  /** What will happen. */
  readonly children: ReactNode
  /** The words on the button. */
  readonly action: string
  readonly error: Error | null
  readonly isPending: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something is taken away. If the server refuses, the question stays, and says why. */
export function Question({ title, children, action, error, isPending, onConfirm, onClose }: QuestionProps) {
  return (
    <FormDialog role="alertdialog" isOpen onOpenChange={(isOpen) => isOpen || onClose()}>
      <div className="form">
        <Heading slot="title">{title}</Heading>
        <p>{children}</p>
        {error && <p role="alert">{adviceFor(error)}</p>}
        <FormEnd>
          <Button className="button" data-kind="danger" autoFocus isPending={isPending} onPress={onConfirm}>
            {action}
          </Button>
        </FormEnd>
      </div>
    </FormDialog>
  )
}
