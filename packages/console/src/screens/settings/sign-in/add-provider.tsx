import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, Form, Heading } from 'react-aria-components'
import { adviceFor } from '../../../app/failures.tsx'
import { useWrite } from '../../../app/operations.ts'
import { Choice } from '../../../kit/choice.tsx'
import { Field } from '../../../kit/field.tsx'
import { FormDialog, FormEnd } from '../../../kit/form-dialog.tsx'
import { Segments } from '../../../kit/segments.tsx'
import { guideOf, guides, type Protocol } from './guides.ts'

interface AddProviderProps {
  readonly organizationId: string
  readonly onClose: () => void
}

/** Names a provider. The next screen has the values to enter there, and asks for those from there. */
export function AddProvider({ organizationId, onClose }: AddProviderProps) {
  const [protocol, setProtocol] = useState<Protocol>('oidc')
  const [guide, setGuide] = useState('okta')
  const [typed, setTyped] = useState<string>()
  const navigate = useNavigate()
  const saml = useWrite('createOrganizationSAMLProvider')
  const oidc = useWrite('createOrganizationOIDCProvider')
  const { mutate, error, isPending } = protocol === 'saml' ? saml : oidc
  const label = typed ?? guideOf(protocol, guide).name
  return (
    <FormDialog isOpen onOpenChange={(isOpen) => isOpen || onClose()}>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          const onSuccess = ({ id: providerId }: { readonly id: string }) =>
            navigate({
              to: '/o/$organizationId/settings/sign-in/$protocol/$providerId',
              params: { organizationId, protocol, providerId },
              search: { guide },
            })
          if (!isPending)
            mutate(
              { params: { organizationId }, body: { label: label.trim(), defaultRole: 'read' } },
              { onSuccess },
            )
        }}
      >
        <Heading slot="title">Add an identity provider</Heading>
        <Choice
          label="Provider"
          value={guide}
          options={guides[protocol].map(({ id, name }) => ({ id, name }))}
          onChange={setGuide}
        />
        <Segments
          label="Protocol"
          value={protocol}
          options={[
            { name: 'oidc', words: 'OpenID Connect' },
            { name: 'saml', words: 'SAML' },
          ]}
          onChange={setProtocol}
        />
        <Field
          label="Name"
          value={label}
          onChange={setTyped}
          isRequired
          maxLength={30}
          note="Members see it on the sign-in page."
        />
        {error && <p role="alert">{adviceFor(error)}</p>}
        <FormEnd>
          <Button className="button" data-kind="primary" type="submit" data-pending={isPending || undefined}>
            Continue
          </Button>
        </FormEnd>
      </Form>
    </FormDialog>
  )
}
