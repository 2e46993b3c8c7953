import type { OIDCProvider, Role, SAMLProvider } from '@stemma/contract'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { announce } from '../../../app/announcements.tsx'
import { type Offered, offers } from '../../../app/offers.ts'
import { useWrite } from '../../../app/operations.ts'
import { Choice } from '../../../kit/choice.tsx'
import { Field } from '../../../kit/field.tsx'
import { SaveForm } from '../../../kit/save-form.tsx'
import { none, roleOptions, toRole } from '../../people/roles.ts'

interface SAMLFormProps {
  readonly params: { readonly organizationId: string; readonly samlProviderId: string }
  readonly provider: SAMLProvider
}

export function SAMLForm({ params, provider }: SAMLFormProps) {
  const { label, ssoURL, entityID, certificate, defaultRole } = provider
  const [typed, setTyped] = useState({ label, ssoURL, entityID, certificate, defaultRole })
  const write = useWrite('updateOrganizationSAMLProvider')
  const set = (part: Partial<typeof typed>) => setTyped({ ...typed, ...part })
  return (
    <ProviderForm
      offered={offers('updateOrganizationSAMLProvider', params)}
      write={write}
      typed={typed}
      onChange={set}
      onSave={(onSuccess) => write.mutate({ params, body: filled(typed) }, { onSuccess })}
    >
      <Field
        label="Sign-in URL"
        type="url"
        value={typed.ssoURL}
        onChange={(words) => set({ ssoURL: words })}
        maxLength={2048}
        note="Also called SSO URL or Login URL: browsers are sent there."
      />
      <Field
        label="Entity ID"
        value={typed.entityID}
        onChange={(words) => set({ entityID: words })}
        maxLength={1024}
        note="Also called Issuer or Identifier. If you change it, people are found by their address again."
      />
      <Field
        label="Certificate"
        value={typed.certificate}
        onChange={(words) => set({ certificate: words })}
        maxLength={10_000}
        rows={6}
        note="PEM, or bare base64."
      />
    </ProviderForm>
  )
}

interface OIDCFormProps {
  readonly params: { readonly organizationId: string; readonly oidcProviderId: string }
  readonly provider: OIDCProvider
}

export function OIDCForm({ params, provider }: OIDCFormProps) {
  const { label, issuer, clientID, clientSecretSet, defaultRole } = provider
  const [typed, setTyped] = useState({ label, issuer, clientID, clientSecret: '', defaultRole })
  const write = useWrite('updateOrganizationOIDCProvider')
  const set = (part: Partial<typeof typed>) => setTyped({ ...typed, ...part })
  return (
    <ProviderForm
      offered={offers('updateOrganizationOIDCProvider', params)}
      write={write}
      typed={typed}
      onChange={set}
      onSave={(onSuccess) =>
        write.mutate(
          { params, body: filled(typed) },
          {
            onSuccess() {
              set({ clientSecret: '' })
              onSuccess()
            },
          },
        )
      }
    >
      <Field
        label="Issuer"
        type="url"
        value={typed.issuer}
        onChange={(words) => set({ issuer: words })}
        maxLength={2048}
        note="If you change it, the people whom it knows and the client secret are forgotten."
      />
      <Field
        label="Client ID"
        value={typed.clientID}
        onChange={(words) => set({ clientID: words })}
        maxLength={1024}
      />
      <Field
        label="Client secret"
        type="password"
        value={typed.clientSecret}
        onChange={(words) => set({ clientSecret: words })}
        maxLength={1024}
        note={clientSecretSet ? 'One is stored. Leave this empty to keep it.' : 'It is stored encrypted.'}
      />
    </ProviderForm>
  )
}

/** Only what has a value: an empty field leaves what is stored. */
function filled<T extends object>(typed: T): Partial<T> {
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== '')) as Partial<T>
}

interface Shared {
  readonly label: string
  readonly defaultRole: Role | null
}

interface ProviderFormProps {
  readonly offered: Offered
  readonly write: ComponentProps<typeof SaveForm>['write']
  readonly typed: Shared
  readonly onChange: (part: Partial<Shared>) => void
  readonly onSave: (onSuccess: () => void) => void
  readonly children: ReactNode
}

/** What both kinds of providers have, around what only one has. */
function ProviderForm({ offered, write, typed, onChange, onSave, children }: ProviderFormProps) {
  return (
    <SaveForm
      offered={offered}
      write={write}
      action="Save provider"
      onSave={() => onSave(() => announce('Saved'))}
    >
      {children}
      <Field
        label="Name"
        value={typed.label}
        onChange={(label) => onChange({ label })}
        isRequired
        maxLength={30}
        note="Members see it on the sign-in page."
      />
      <Choice
        label="Role of new members"
        value={typed.defaultRole ?? none}
        options={[...roleOptions, { id: none, name: 'Guest', note: 'only what they are given' }]}
        onChange={(id) => onChange({ defaultRole: toRole(id) })}
      />
    </SaveForm>
  )
}
