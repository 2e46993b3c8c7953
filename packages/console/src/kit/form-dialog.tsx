import type { ReactNode } from 'react'
import {
  Button,
  Dialog,
  type DialogProps,
  Modal,
  ModalOverlay,
  type ModalOverlayProps,
} from 'react-aria-components'
import './form.css'

type FormDialogProps = Pick<DialogProps, 'children' | 'role'> &
  Omit<ModalOverlayProps, 'children' | 'className' | 'style'>

/** A few fields, or a question, over the screen. */
export function FormDialog({ children, role = 'dialog', ...overlay }: FormDialogProps) {
  return (
    <ModalOverlay className="overlay" isDismissable {...overlay}>
      <Modal className="dialog">
        <Dialog role={role}>{children}</Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The end of a form in a dialog: leave it, or do what its button says. */
export function FormEnd({ children }: { readonly children: ReactNode }) {
  return (
    <div className="form-end">
      <Button className="button" slot="close">
        Cancel
      </Button>
      {children}
    </div>
  )
}

/** The end of a dialog that shows what was done. */
export function DoneEnd() {
  return (
    <div className="form-end">
      <Button className="button" data-kind="primary" slot="close" autoFocus>
        Done
      </Button>
    </div>
  )
}
