import type { SCIMToken } from '@stemma/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Button, DialogTrigger, Heading } from 'react-aria-components'
import { offers } from '../../../app/offers.ts'
import { useWrite } from '../../../app/operations.ts'
import { DoneEnd, FormDialog } from '../../../kit/form-dialog.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { CopyField } from '../../people/copy-field.tsx'
import { TokenForm } from '../../people/token-form.tsx'
import { TokenRow } from '../../people/token-row.tsx'
import { scimTokensOf } from './providers.ts'

interface InOrganization {
  readonly organizationId: string
}

/** The tokens with which identity providers add and remove members. */
export function ScimTokens({ organizationId }: InOrganization) {
  const { items } = useSuspenseQuery(scimTokensOf(organizationId)).data
  return (
    <section aria-labelledby="scim">
      <div className="settings-head">
        <h2 id="scim">Provisioning</h2>
        <DialogTrigger>
          <Button className="button" {...offers('createOrganizationSCIMToken', { organizationId })}>
            <Icon name="plus" /> New SCIM token
          </Button>
          <FormDialog>
            <NewScimToken organizationId={organizationId} />
          </FormDialog>
        </DialogTrigger>
      </div>
      <p className="settings-note">
        With SCIM, your identity provider adds members and teams here, and removes people who leave the
        company.
      </p>
      {items.length > 0 && (
        <ul className="people">
          {items.map((token) => (
            <ScimToken key={token.id} token={token} organizationId={organizationId} />
          ))}
        </ul>
      )}
    </section>
  )
}

function ScimToken({ organizationId, token }: InOrganization & { readonly token: SCIMToken }) {
  const write = useWrite('revokeOrganizationSCIMToken')
  const params = { organizationId, scimTokenId: token.id }
  return (
    <TokenRow
      token={token}
      offered={offers('revokeOrganizationSCIMToken', params)}
      write={write}
      onRevoke={(onSuccess) => write.mutate({ params }, { onSuccess })}
    >
      The identity provider is rejected with its next request. Members and teams stay as they are.
    </TokenRow>
  )
}

function NewScimToken({ organizationId }: InOrganization) {
  const write = useWrite('createOrganizationSCIMToken')
  const { data } = write
  if (data?.secret !== undefined)
    return <ForProvider baseURL={data.service.baseURL} label={data.label} secret={data.secret} />
  return (
    <TokenForm
      heading="New SCIM token"
      question="Which provider uses it?"
      placeholder="Okta"
      lifetime={365}
      write={write}
      onCreate={(body) => write.mutate({ params: { organizationId }, body })}
    />
  )
}

interface ForProviderProps {
  readonly label: string
  readonly baseURL: string
  readonly secret: string
}

/** The two values that the identity provider asks for. */
function ForProvider({ label, baseURL, secret }: ForProviderProps) {
  return (
    <div className="form">
      <Heading slot="title">Enter this at {label}</Heading>
      <p>Copy the token now: it is shown only this once.</p>
      <CopyField label="Base URL" value={baseURL} isLabelled />
      <CopyField label="Token" value={secret} isLabelled />
      <DoneEnd />
    </div>
  )
}
