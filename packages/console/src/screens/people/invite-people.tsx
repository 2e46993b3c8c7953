import { useState } from 'react'
import {
  Button,
  DialogTrigger,
  FieldError,
  Form,
  Heading,
  Label,
  TextArea,
  TextField,
} from 'react-aria-components'
import { announce } from '../../app/announcements.tsx'
import { consoleUrl } from '../../app/base.ts'
import { adviceFor } from '../../app/failures.tsx'
import { offers } from '../../app/offers.ts'
import { useWrite } from '../../app/operations.ts'
import { Choice } from '../../kit/choice.tsx'
import { DoneEnd, FormDialog, FormEnd } from '../../kit/form-dialog.tsx'
import { Icon } from '../../kit/icon.tsx'
import { CopyField } from './copy-field.tsx'
import { none, roleOptions, toRole } from './roles.ts'

interface InvitePeopleProps {
  readonly organizationId: string
}

/** Where invited people accept. If the server sends no mail, whoever invites passes it on. */
export const acceptUrl = new URL('invitations', consoleUrl).href

export function InvitePeople({ organizationId }: InvitePeopleProps) {
  return (
    <DialogTrigger>
      <Button
        className="button"
        data-kind="primary"
        {...offers('inviteUsersToOrganization', { organizationId })}
      >
        <Icon name="plus" /> Invite people
      </Button>
      <FormDialog>
        <InviteForm organizationId={organizationId} />
      </FormDialog>
    </DialogTrigger>
  )
}

function InviteForm({ organizationId }: InvitePeopleProps) {
  const [role, setRole] = useState<string>('edit')
  const { mutate, data, error, isPending } = useWrite('inviteUsersToOrganization', () => [
    'orgs',
    organizationId,
  ])
  if (data !== undefined)
    return (
      <div className="form">
        <Heading slot="title">
          {data.invited === 1 ? '1 person is invited' : `${data.invited} people are invited`}
        </Heading>
        {data.mailed ? (
          <p>
            A mail with a link is on its way to them. With it, they accept, and create an account if they have
            none. You can also send them this link: there, they sign in with the address that you invited.
          </p>
        ) : (
          <p>
            Send them this link. They sign in with the address that you invited, and accept there. If single
            sign-on or an operator has not created their account yet, they need one first.
          </p>
        )}
        <CopyField label="Link for invited people" value={acceptUrl} />
        <DoneEnd />
      </div>
    )
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        const emails = addressesIn(String(new FormData(event.currentTarget).get('emails')))
        const params = { organizationId }
        mutate({ params, body: { emails, role: toRole(role) } }, { onSuccess: () => announce('Invited') })
      }}
    >
      <Heading slot="title">Invite people</Heading>
      <TextField name="emails" isRequired autoFocus validate={problemIn}>
        <Label>E-mail addresses</Label>
        <TextArea rows={3} spellCheck={false} placeholder="ada@example.com, ben@example.com" />
        <FieldError />
      </TextField>
      <Choice
        label="Role"
        value={role}
        options={[...roleOptions, { id: none, name: 'Guest', note: 'only what they are given' }]}
        onChange={setRole}
      />
      {error && <p role="alert">{adviceFor(error)}</p>}
      <FormEnd>
        <Button className="button" data-kind="primary" type="submit" isPending={isPending}>
          Invite
        </Button>
      </FormEnd>
    </Form>
  )
}

function addressesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((word) => word !== ''))]
}

function problemIn(text: string): string | null {
  const wrong = addressesIn(text).find((word) => !/^[^@]+@[^@.]+(?:\.[^@.]+)+$/.test(word))
  return wrong === undefined ? null : `“${wrong}” is not an e-mail address.`
}
