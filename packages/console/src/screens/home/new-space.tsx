import { useNavigate } from '@tanstack/react-router'
import { Button, DialogTrigger, Form, Heading, Input, Label, TextField } from 'react-aria-components'
import { useWrite } from '../../app/operations.ts'
import { FormDialog, FormEnd } from '../../kit/form-dialog.tsx'
import { Icon } from '../../kit/icon.tsx'

interface NewSpaceProps {
  readonly organizationId: string
}

export function NewSpace({ organizationId }: NewSpaceProps) {
  return (
    <DialogTrigger>
      <Button className="button">
        <Icon name="plus" />
        New space
      </Button>
      <FormDialog>
        <NewSpaceForm organizationId={organizationId} />
      </FormDialog>
    </DialogTrigger>
  )
}

function NewSpaceForm({ organizationId }: NewSpaceProps) {
  const { mutate, error, isPending } = useWrite('createSpace')
  const navigate = useNavigate()
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        const title = String(new FormData(event.currentTarget).get('title'))
        const onSuccess = ({ id }: { readonly id: string }) =>
          navigate({ to: '/o/$organizationId/s/$spaceId', params: { organizationId, spaceId: id } })
        mutate({ params: { organizationId }, body: { title } }, { onSuccess })
      }}
    >
      <Heading slot="title">New space</Heading>
      <TextField name="title" isRequired maxLength={50} autoFocus>
        <Label>Title</Label>
        <Input placeholder="Handbook" />
      </TextField>
      {error && <p role="alert">{error.message}</p>}
      <FormEnd>
        <Button className="button" data-kind="primary" type="submit" isPending={isPending}>
          Create space
        </Button>
      </FormEnd>
    </Form>
  )
}
