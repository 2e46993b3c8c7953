import type { Factor } from '@stemma/contract'
import { useState } from 'react'
import { Button, Form, Heading } from 'react-aria-components'
import { adviceFor } from '../../app/failures.tsx'
import { useWrite } from '../../app/operations.ts'
import { Field } from '../../kit/field.tsx'
import { FormDialog, FormEnd } from '../../kit/form-dialog.tsx'

interface RenameFactorProps {
  readonly factor: Factor
  readonly onClose: () => void
}

export function RenameFactor({ factor, onClose }: RenameFactorProps) {
  const [label, setLabel] = useState(factor.label)
  const { mutate, error, isPending } = useWrite('updateSecondFactor')
  return (
    <FormDialog isOpen onOpenChange={(isOpen) => isOpen || onClose()}>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          const body = { label: label.trim() }
          if (!isPending) mutate({ params: { factorId: factor.id }, body }, { onSuccess: onClose })
        }}
      >
        <Heading slot="title">Rename “{factor.label}”</Heading>
        <Field label="Name" value={label} onChange={setLabel} isRequired maxLength={50} autoFocus />
        {error && <p role="alert">{adviceFor(error)}</p>}
        <FormEnd>
          <Button className="button" data-kind="primary" type="submit" data-pending={isPending || undefined}>
            Rename
          </Button>
        </FormEnd>
      </Form>
    </FormDialog>
  )
}
