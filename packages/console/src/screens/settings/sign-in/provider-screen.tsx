import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button } from 'react-aria-components'
import { MissingScreen } from '../../../app/failures.tsx'
import { offers } from '../../../app/offers.ts'
import { useOperation, useWrite } from '../../../app/operations.ts'
import { Choice } from '../../../kit/choice.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { Question } from '../../../kit/question.tsx'
import { CopyField } from '../../people/copy-field.tsx'
import { SettingsFrame } from '../../people/settings-frame.tsx'
import { guideOf, guides, isProtocol, type Protocol } from './guides.ts'
import { OIDCForm, SAMLForm } from './provider-forms.tsx'
import { stateOf } from './providers.ts'
import './provider-screen.css'

const route = getRouteApi('/o/$organizationId/settings/sign-in/$protocol/$providerId')

/** One identity provider: what to enter there, what to bring from there, and whether it works. */
export function ProviderScreen() {
  const { organizationId, protocol, providerId } = route.useParams()
  if (!isProtocol(protocol)) return <MissingScreen />
  const Provider = protocol === 'saml' ? SAMLProviderView : OIDCProviderView
  return <Provider key={providerId} organizationId={organizationId} providerId={providerId} />
}

interface ProviderKey {
  readonly organizationId: string
  readonly providerId: string
}

function SAMLProviderView({ organizationId, providerId: samlProviderId }: ProviderKey) {
  const params = { organizationId, samlProviderId }
  const provider = useOperation('getOrganizationSAMLProviderById', { params })
  const remove = useWrite('deleteOrganizationSAMLProvider')
  const { acsURL, entityID } = provider.service
  return (
    <ProviderFrame
      organizationId={organizationId}
      protocol="saml"
      provider={provider}
      offered={offers('deleteOrganizationSAMLProvider', params)}
      remove={{ ...remove, confirm: (onSuccess) => remove.mutate({ params }, { onSuccess }) }}
      values={[
        { label: 'ACS URL', value: acsURL },
        { label: 'Entity ID', value: entityID },
      ]}
    >
      <SAMLForm params={params} provider={provider} />
    </ProviderFrame>
  )
}

function OIDCProviderView({ organizationId, providerId: oidcProviderId }: ProviderKey) {
  const params = { organizationId, oidcProviderId }
  const provider = useOperation('getOrganizationOIDCProviderById', { params })
  const remove = useWrite('deleteOrganizationOIDCProvider')
  return (
    <ProviderFrame
      organizationId={organizationId}
      protocol="oidc"
      provider={provider}
      offered={offers('deleteOrganizationOIDCProvider', params)}
      remove={{ ...remove, confirm: (onSuccess) => remove.mutate({ params }, { onSuccess }) }}
      values={[{ label: 'Redirect URL', value: provider.service.redirectURL }]}
    >
      <OIDCForm params={params} provider={provider} />
    </ProviderFrame>
  )
}

interface ProviderFrameProps {
  readonly organizationId: string
  readonly protocol: Protocol
  readonly provider: {
    readonly label: string
    readonly status: 'active' | 'pending'
    readonly service: { readonly startURL: string }
  }
  /** What has to be entered at the provider. */
  readonly values: readonly { readonly label: string; readonly value: string }[]
  readonly offered: ReturnType<typeof offers>
  readonly remove: {
    readonly error: Error | null
    readonly isPending: boolean
    readonly confirm: (onSuccess: () => void) => void
  }
  readonly children: ReactNode
}

function ProviderFrame({
  organizationId,
  protocol,
  provider,
  values,
  children,
  ...props
}: ProviderFrameProps) {
  const { words, tone } = stateOf(provider)
  const crumbs = (
    <nav className="crumbs" aria-label="Breadcrumbs">
      <Link to="/o/$organizationId/settings/sign-in" params={{ organizationId }}>
        Sign-in
      </Link>
      <span />
    </nav>
  )
  const actions = (
    <>
      <span className={`badge tone-${tone}`}>{words}</span>
      <DeleteProvider organizationId={organizationId} label={provider.label} {...props} />
    </>
  )
  return (
    <SettingsFrame title={provider.label} crumbs={crumbs} actions={actions}>
      <section aria-labelledby="enter-there">
        <h2 id="enter-there">1. Enter these values at the provider</h2>
        {values.map(({ label, value }) => (
          <CopyField key={label} label={label} value={value} isLabelled />
        ))}
        <Steps protocol={protocol} />
      </section>
      <section aria-labelledby="enter-here">
        <h2 id="enter-here">2. Enter its values here</h2>
        {children}
      </section>
      <section aria-labelledby="test">
        <h2 id="test">3. Test it</h2>
        {provider.status === 'active' ? (
          <>
            <p className="settings-note">
              Sign in through it in another window, with an address in a verified domain. Nothing changes for
              anybody else.
            </p>
            <p>
              <a className="button" href={provider.service.startURL} target="_blank" rel="noreferrer">
                Sign in with {provider.label} <Icon name="arrow-square-out" />
                <span className="hidden-text"> (opens in a new window)</span>
              </a>
            </p>
          </>
        ) : (
          <p>As soon as all its values are saved, you can sign in through it here.</p>
        )}
      </section>
    </SettingsFrame>
  )
}

/** What to do at the provider, in the words that it uses. */
function Steps({ protocol }: { readonly protocol: Protocol }) {
  const { guide: named } = route.useSearch()
  const navigate = route.useNavigate()
  const guide = guideOf(protocol, named)
  return (
    <>
      <Choice
        label="Steps for"
        value={guide.id}
        options={guides[protocol].map(({ id, name }) => ({ id, name }))}
        onChange={(id) => navigate({ search: { guide: id }, replace: true })}
      />
      <ol className="provider-steps">
        {guide.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </>
  )
}

type DeleteProviderProps = Pick<ProviderFrameProps, 'organizationId' | 'offered' | 'remove'> & {
  readonly label: string
}

function DeleteProvider({ organizationId, label, offered, remove }: DeleteProviderProps) {
  const [isAsked, setAsked] = useState(false)
  const navigate = route.useNavigate()
  const leave = () => navigate({ to: '/o/$organizationId/settings/sign-in', params: { organizationId } })
  return (
    <>
      <Button className="button" {...offered} onPress={() => setAsked(true)}>
        Delete
      </Button>
      {isAsked && (
        <Question
          title={`Delete the provider “${label}”?`}
          action="Delete provider"
          error={remove.error}
          isPending={remove.isPending}
          onConfirm={() => remove.confirm(leave)}
          onClose={() => setAsked(false)}
        >
          <p>
            Members can no longer sign in through it, starting with the next request, and the people whom it
            knows are forgotten. They stay members, and their sessions go on until they end. This can’t be
            undone.
          </p>
        </Question>
      )}
    </>
  )
}
