import type { OIDCProvider, SAMLProvider } from '@stemma/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { announce } from '../../../app/announcements.tsx'
import { offers } from '../../../app/offers.ts'
import { useOperation, useWrite } from '../../../app/operations.ts'
import { Icon } from '../../../kit/icon.tsx'
import { Question } from '../../../kit/question.tsx'
import { SettingsFrame } from '../../people/settings-frame.tsx'
import { AddProvider } from './add-provider.tsx'
import { EmailDomains } from './email-domains.tsx'
import { protocolWords } from './guides.ts'
import { oidcProvidersOf, samlProvidersOf, stateOf } from './providers.ts'
import { RequireSecondFactor } from './require-second-factor.tsx'
import { ScimTokens } from './scim-tokens.tsx'

const route = getRouteApi('/o/$organizationId/settings/sign-in')

/** How members prove who they are: through which providers, whether they must, and with which addresses. */
export function SignInScreen() {
  const { organizationId } = route.useParams()
  const saml = useSuspenseQuery(samlProvidersOf(organizationId)).data.items
  const oidc = useSuspenseQuery(oidcProvidersOf(organizationId)).data.items
  const [isNew, setNew] = useState(false)
  const add = (
    <Button
      className="button"
      data-kind="primary"
      {...offers('createOrganizationOIDCProvider', { organizationId })}
      onPress={() => setNew(true)}
    >
      <Icon name="plus" /> Add a provider
    </Button>
  )
  const providers = [...oidc, ...saml]
  return (
    <SettingsFrame title="Sign-in" actions={add}>
      <section aria-labelledby="providers">
        <h2 id="providers">Identity providers</h2>
        <p className="settings-note">
          Members sign in with the account of their company: Okta, Microsoft Entra ID, Google, Keycloak, or
          another that speaks OpenID Connect or SAML.
        </p>
        {providers.length === 0 ? (
          <p>There is none yet: members sign in with their address and a password.</p>
        ) : (
          <ul className="people">
            {providers.map((one) => (
              <Row key={one.id} provider={one} organizationId={organizationId} />
            ))}
          </ul>
        )}
      </section>
      <Required organizationId={organizationId} isPossible={providers.some(isActive)} />
      <RequireSecondFactor organizationId={organizationId} />
      <EmailDomains organizationId={organizationId} />
      <ScimTokens organizationId={organizationId} />
      {isNew && <AddProvider organizationId={organizationId} onClose={() => setNew(false)} />}
    </SettingsFrame>
  )
}

function isActive({ status }: SAMLProvider | OIDCProvider): boolean {
  return status === 'active'
}

interface RowProps {
  readonly organizationId: string
  readonly provider: SAMLProvider | OIDCProvider
}

function Row({ organizationId, provider }: RowProps) {
  const protocol = provider.object === 'saml-provider' ? 'saml' : 'oidc'
  const { words, tone } = stateOf(provider)
  return (
    <li>
      <span className="who">
        <Icon name="key" />
        <Link
          className="cut"
          to="/o/$organizationId/settings/sign-in/$protocol/$providerId"
          params={{ organizationId, protocol, providerId: provider.id }}
        >
          <b>{provider.label}</b>
        </Link>
      </span>
      <small>{protocolWords[protocol]}</small>
      <span className={`badge tone-${tone}`}>{words}</span>
    </li>
  )
}

interface RequiredProps {
  readonly organizationId: string
  /** Whether anybody could sign in. */
  readonly isPossible: boolean
}

/** Whether members must use a provider. */
function Required({ organizationId, isPossible }: RequiredProps) {
  const params = { organizationId }
  const { title, sso: isOn = false } = useOperation('getOrganizationById', { params })
  const [isAsked, setAsked] = useState(false)
  const { mutate, error, isPending } = useWrite('updateOrganizationById')
  const change = () =>
    mutate(
      { params, body: { sso: !isOn } },
      {
        onSuccess() {
          announce(isOn ? 'Single sign-on is optional' : 'Single sign-on is required')
          setAsked(false)
        },
      },
    )
  return (
    <section aria-labelledby="required">
      <h2 id="required">
        Single sign-on{' '}
        <span className={`badge tone-${isOn ? 'success' : 'none'}`}>{isOn ? 'Required' : 'Optional'}</span>
      </h2>
      <p className="settings-note">
        {isOn
          ? 'Members have access only after they signed in through a provider. One admin is exempt.'
          : 'Members may also sign in with a password.'}
      </p>
      {isOn || isPossible ? (
        <p>
          <Button
            className="button"
            {...offers('updateOrganizationById', params, { sso: !isOn })}
            onPress={() => setAsked(true)}
          >
            {isOn ? 'Make it optional' : 'Require it'}
          </Button>
        </p>
      ) : (
        <p>To require it, complete a provider first, and test it.</p>
      )}
      {isAsked && (
        <Question
          title={isOn ? `Make single sign-on optional in ${title}?` : `Require single sign-on in ${title}?`}
          action={isOn ? 'Make it optional' : 'Require it'}
          kind={isOn ? 'danger' : 'primary'}
          error={error}
          isPending={isPending}
          onConfirm={change}
          onClose={() => setAsked(false)}
        >
          <p>
            {isOn ? (
              'Members can sign in with a password again, starting with the next request.'
            ) : (
              <>
                Everybody else loses access with the next request, until they sign in through a provider. You
                stay exempt, so that somebody can always repair it.
              </>
            )}
          </p>
        </Question>
      )}
    </section>
  )
}
