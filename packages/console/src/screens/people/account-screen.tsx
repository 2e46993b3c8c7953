import { passwordLength } from '@stemma/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useRef } from 'react'
import { Button, FieldError, Form, Input, Label, Text, TextField } from 'react-aria-components'
import { announce } from '../../app/announcements.tsx'
import { atServer } from '../../app/base.ts'
import { adviceFor } from '../../app/failures.tsx'
import { offers } from '../../app/offers.ts'
import { useOperation, useWrite } from '../../app/operations.ts'
import { queryClient } from '../../app/queries.ts'
import { DeleteAccount } from './delete-account.tsx'
import { LeaveOrganization } from './leave-organization.tsx'
import { Sessions } from './sessions.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { Tokens } from './tokens.tsx'
import { TwoStep } from './two-step.tsx'
import '../../kit/form.css'

const route = getRouteApi('/o/$organizationId/settings/account')

/** The person who is signed in: the same in every organization. */
export function AccountScreen() {
  const { organizationId } = route.useParams()
  return (
    <SettingsFrame title="Your account">
      <Profile />
      <Password />
      <TwoStep />
      <Tokens organizationId={organizationId} />
      <Sessions />
      <LeaveOrganization organizationId={organizationId} />
      <DeleteAccount />
    </SettingsFrame>
  )
}

function Profile() {
  const { id: userId, displayName, email, photoURL } = useOperation('getAuthenticatedUser', {})
  const { mutate, error, isPending } = useWrite('updateUserById')
  return (
    <section aria-labelledby="profile">
      <h2 id="profile">Profile</h2>
      <Form
        {...offers('updateUserById', { userId })}
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          const fields = new FormData(event.currentTarget)
          const photo = String(fields.get('photoURL')).trim()
          const body = {
            displayName: String(fields.get('displayName')).trim(),
            ...(photo && { photoURL: photo }),
          }
          const onSuccess = async () => {
            announce('Saved')
            await queryClient.invalidateQueries()
          }
          mutate({ params: { userId }, body }, { onSuccess })
        }}
      >
        {photoURL?.startsWith('https:') && (
          <img className="photo" src={photoURL} alt="You" referrerPolicy="no-referrer" />
        )}
        <TextField name="displayName" defaultValue={displayName} isRequired maxLength={64}>
          <Label>Name</Label>
          <Input autoComplete="name" />
          <FieldError />
        </TextField>
        <TextField name="photoURL" type="url" defaultValue={photoURL ?? ''} maxLength={2048}>
          <Label>
            Picture <span className="count">optional</span>
          </Label>
          <Input placeholder="https://example.com/me.jpg" />
          <Text slot="description">
            The https URL of a picture that anybody can read. It is shown beside your name. You can replace
            it, but not remove it.
          </Text>
          <FieldError />
        </TextField>
        <p className="settings-note">
          You sign in as {email ?? 'this person'}.{' '}
          <a href={atServer('login/email/new')}>Change the address</a>
        </p>
        {error && <p role="alert">{adviceFor(error)}</p>}
        <Button className="button" data-kind="primary" type="submit" isPending={isPending}>
          Save profile
        </Button>
      </Form>
    </section>
  )
}

function Password() {
  const form = useRef<HTMLFormElement>(null)
  const { email } = useOperation('getAuthenticatedUser', {})
  const { mutate, error, isPending } = useWrite('setPassword')
  return (
    <section aria-labelledby="password">
      <h2 id="password">Password</h2>
      <p className="settings-note">
        A new password ends your sessions in other browsers. If you have none yet because you use single
        sign-on, leave the current one empty, within 15 minutes after you signed in.
      </p>
      <Form
        {...offers('setPassword')}
        className="form"
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          const fields = new FormData(event.currentTarget)
          const oldPassword = String(fields.get('oldPassword'))
          const revokeTokens = fields.get('revokeTokens') !== null
          const body = {
            password: String(fields.get('password')),
            ...(oldPassword && { oldPassword }),
            revokeTokens,
          }
          const onSuccess = async () => {
            announce('The password is changed')
            form.current?.reset()
            await queryClient.invalidateQueries({ queryKey: ['user'] })
          }
          mutate({ body }, { onSuccess })
        }}
      >
        {/* Password managers store a password with the name that it belongs to. */}
        <TextField value={email ?? ''} isReadOnly>
          <Label>Account</Label>
          <Input autoComplete="username" />
        </TextField>
        <TextField name="oldPassword" type="password" maxLength={1024}>
          <Label>Current password</Label>
          <Input autoComplete="current-password" />
        </TextField>
        <TextField
          name="password"
          type="password"
          isRequired
          minLength={passwordLength.min}
          maxLength={passwordLength.max}
        >
          <Label>New password</Label>
          <Input autoComplete="new-password" />
          <Text slot="description">At least {passwordLength.min} characters.</Text>
          <FieldError />
        </TextField>
        <label className="settings-check">
          <input type="checkbox" name="revokeTokens" /> Revoke my tokens, too
        </label>
        {error && <p role="alert">{adviceFor(error)}</p>}
        <Button className="button" type="submit" isPending={isPending}>
          Change password
        </Button>
      </Form>
    </section>
  )
}
