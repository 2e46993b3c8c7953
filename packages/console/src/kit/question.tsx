import type { ReactNode } from 'react'
import { Button, Heading } from 'react-aria-components'
import { adviceFor } from '../app/failures.tsx'
import { FormDialog, FormEnd } from './form-dialog.tsx'

interface QuestionProps {
  /** Names the thing: `Unpublish “Docs”?` */
  readonly title: string
  /** What will happen, and whether it can be undone. */
  readonly children: ReactNode
  /** The words of the button. */
  readonly action: string
  readonly kind?: 'primary' | 'danger'
  readonly error?: Error | null
  readonly isPending?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something happens that somebody else will notice. A refusal stays in the dialog. */
export function Question({ title, children, action, kind = 'danger', ...props }: QuestionProps) {
  const { error = null, isPending = false, onConfirm, onClose } = props
  return (
    <FormDialog role="alertdialog" isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <div className="form">
        <Heading slot="title">{title}</Heading>
        {children}
        {error && <p role="alert">{adviceFor(error)}</p>}
        <FormEnd>
          <Button
            className="button"
            data-kind={kind}
            autoFocus
            data-pending={isPending || undefined}
            onPress={() => !isPending && onConfirm()}
          >
            {action}
          </Button>
        </FormEnd>
      </div>
    </FormDialog>
  )
}
