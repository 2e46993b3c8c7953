import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { FieldError, Input, Label, Text, TextField } from 'react-aria-components'
import { announce } from '../../../app/announcements.tsx'
import { offers } from '../../../app/offers.ts'
import { useOperation, useWrite } from '../../../app/operations.ts'
import { queryClient } from '../../../app/queries.ts'
import { Notice } from '../../../kit/notice.tsx'
import { SaveForm } from '../../../kit/save-form.tsx'
import { SettingsFrame } from '../../people/settings-frame.tsx'
import { DeleteOrganization } from './delete-organization.tsx'

const route = getRouteApi('/o/$organizationId/settings/organization')

/** What the organization is called, and its end. */
export function OrganizationScreen() {
  const { organizationId } = route.useParams()
  const { title, permissions } = useOperation('getOrganizationById', { params: { organizationId } })
  return (
    <SettingsFrame title="Organization">
      {permissions.admin ? (
        <>
          <Profile organizationId={organizationId} />
          <DeleteOrganization organizationId={organizationId} />
        </>
      ) : (
        <Notice icon="info">
          <p>Only admins of {title} change its name and logo, or delete it.</p>
        </Notice>
      )}
    </SettingsFrame>
  )
}

function Profile({ organizationId }: { readonly organizationId: string }) {
  const params = { organizationId }
  const { title, urls } = useOperation('getOrganizationById', { params })
  const [given, setGiven] = useState({ title, logo: urls.logo ?? '' })
  const write = useWrite('updateOrganizationById')
  const change = (changed: Partial<typeof given>) => setGiven({ ...given, ...changed })
  const [newTitle, logo] = [given.title.trim(), given.logo.trim()]
  const onSuccess = async () => {
    announce('Saved')
    await queryClient.invalidateQueries()
  }
  return (
    <section aria-labelledby="profile">
      <h2 id="profile">Name and logo</h2>
      <SaveForm
        offered={offers('updateOrganizationById', params)}
        write={write}
        action="Save"
        isUnchanged={newTitle === title && logo === (urls.logo ?? '')}
        onSave={() =>
          write.mutate({ params, body: { title: newTitle, logo: logo === '' ? null : logo } }, { onSuccess })
        }
      >
        {urls.logo && <img className="photo" src={urls.logo} alt="Logo" />}
        <TextField
          value={given.title}
          onChange={(value) => change({ title: value })}
          isRequired
          minLength={2}
          maxLength={255}
        >
          <Label>Name</Label>
          <Input autoComplete="off" />
          <FieldError />
        </TextField>
        <TextField
          type="url"
          value={given.logo}
          onChange={(value) => change({ logo: value })}
          maxLength={2048}
        >
          <Label>
            Logo <span className="count">optional</span>
          </Label>
          <Input placeholder="https://example.com/logo.svg" />
          <Text slot="description">The URL of a picture that anybody can read.</Text>
          <FieldError />
        </TextField>
      </SaveForm>
    </section>
  )
}
