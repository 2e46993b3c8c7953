import { Button, FieldError, Form, Heading, Input, Label, TextField } from 'react-aria-components'
import { adviceFor } from '../../app/failures.tsx'
import { FormEnd } from '../../kit/form-dialog.tsx'

interface TitleFormProps {
  readonly heading: string
  readonly action: string
  readonly title?: string
  readonly error: Error | null
  readonly isPending: boolean
  readonly onSave: (title: string) => void
}

/** The name of a team, in a dialog. */
export function TitleForm({ heading, action, title = '', error, isPending, onSave }: TitleFormProps) {
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(String(new FormData(event.currentTarget).get('title')).trim())
      }}
    >
      <Heading slot="title">{heading}</Heading>
      <TextField name="title" defaultValue={title} isRequired maxLength={64} autoFocus>
        <Label>Name</Label>
        <Input autoComplete="off" />
        <FieldError />
      </TextField>
      {error && <p role="alert">{adviceFor(error)}</p>}
      <FormEnd>
        <Button className="button" data-kind="primary" type="submit" isPending={isPending}>
          {action}
        </Button>
      </FormEnd>
    </Form>
  )
}
