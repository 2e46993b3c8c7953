import { useNavigate } from '@tanstack/react-router'
import { Button, FieldError, Form, Input, Label, TextField } from 'react-aria-components'
import { useOperation, useWrite } from '../../app/operations.ts'
import { Screen } from '../../kit/screen.tsx'

/** The first screen of a person who belongs to no organization. */
export function StartScreen() {
  const { displayName } = useOperation('getAuthenticatedUser', {})
  const { mutate, error, isPending } = useWrite('createOrganization')
  const navigate = useNavigate()
  return (
    <Screen title={`Welcome, ${displayName}`}>
      <p>
        You don’t belong to an organization yet. Ask an admin to invite you, or create one: you will be its
        admin.
      </p>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          const title = String(new FormData(event.currentTarget).get('title'))
          mutate(
            { body: { title } },
            {
              onSuccess: ({ id }) => navigate({ to: '/o/$organizationId', params: { organizationId: id } }),
            },
          )
        }}
      >
        <TextField name="title" isRequired minLength={2} maxLength={255} autoFocus>
          <Label>Name of the organization</Label>
          <Input />
          <FieldError />
        </TextField>
        {error && <p role="alert">{error.message}</p>}
        <Button className="button" data-kind="primary" type="submit" isPending={isPending}>
          Create organization
        </Button>
      </Form>
    </Screen>
  )
}
