import type { Integration } from '@stemma/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { announce } from '../../../app/announcements.tsx'
import { offers } from '../../../app/offers.ts'
import { useWrite } from '../../../app/operations.ts'
import { Question } from '../../../kit/question.tsx'
import { useOwnRole } from '../../people/roles.ts'
import { SettingsFrame } from '../../people/settings-frame.tsx'
import { InstallationPart } from './installation-part.tsx'
import {
  categoryWords,
  type IntegrationKey,
  integrationOf,
  integrationsFor,
  scopeWords,
  targetWords,
  visibilityWords,
} from './integrations.ts'
import './integrations-screen.css'

const route = getRouteApi('/o/$organizationId/settings/integrations/$integrationName')

/** One integration: what it is, and how it is installed here. */
export function IntegrationScreen() {
  const params: IntegrationKey = route.useParams()
  const integration = useSuspenseQuery(integrationOf(params)).data
  const isAdmin = useOwnRole(params.organizationId) === 'admin'
  const crumbs = (
    <nav className="crumbs" aria-label="Breadcrumbs">
      <Link to="/o/$organizationId/settings/integrations" params={{ organizationId: params.organizationId }}>
        Integrations
      </Link>
      <span />
    </nav>
  )
  const actions = integration.permissions.admin && <Actions params={params} />
  return (
    <SettingsFrame title={integration.title} crumbs={crumbs} actions={actions}>
      <About integration={integration} />
      {isAdmin && <InstallationPart params={params} integration={integration} />}
    </SettingsFrame>
  )
}

function About({ integration }: { readonly integration: Integration }) {
  const { description, summary, previewImages, name, version, owner, target, visibility } = integration
  const { scopes, categories, blocks = [], contentSources = [], externalLinks } = integration
  const facts = [
    ['Name', <code key="name">{name}</code>],
    ['Published by', `${owner.title}, version ${version}`],
    ['Installs on', targetWords[target]],
    ['Visible', visibilityWords[visibility]],
    ['Kind', categories.map((one) => categoryWords[one]).join(', ')],
    ['May', <Scopes key="scopes" scopes={scopes} />],
    ['Blocks', blocks.map(({ title }) => title).join(', ')],
    ['Content sources', contentSources.map(({ title }) => title).join(', ')],
  ] as const
  return (
    <>
      {description && <p>{description}</p>}
      {summary && <p className="integration-summary">{summary}</p>}
      {previewImages.length > 0 && (
        <div className="integration-pictures">
          {previewImages.map((url, at) => (
            <img key={url} src={url} alt={`Preview ${at + 1}`} />
          ))}
        </div>
      )}
      <dl className="settings-facts">
        {facts.map(
          ([fact, value]) =>
            value !== '' && (
              <div className="settings-fact" key={fact}>
                <dt>{fact}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
        {externalLinks.length > 0 && (
          <div className="settings-fact">
            <dt>Links</dt>
            <dd className="dots">
              {externalLinks.map(({ url, label }) => (
                <a key={url} href={url} target="_blank" rel="noreferrer">
                  {label}
                  <span className="hidden-text"> (opens in a new window)</span>
                </a>
              ))}
            </dd>
          </div>
        )}
      </dl>
    </>
  )
}

function Scopes({ scopes }: Pick<Integration, 'scopes'>) {
  if (scopes.length === 0) return 'Nothing by itself'
  return (
    <ul className="integration-scopes">
      {scopes.map((scope) => (
        <li key={scope}>{scopeWords[scope]}</li>
      ))}
    </ul>
  )
}

function Actions({ params }: { readonly params: IntegrationKey }) {
  const { organizationId, integrationName } = params
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button
        className="button"
        data-kind="quiet"
        {...offers('unpublishIntegration', { integrationName })}
        onPress={() => setAsked(true)}
      >
        Unpublish
      </Button>
      <Link
        {...offers('publishIntegration', { integrationName })}
        className="button"
        to="/o/$organizationId/settings/publish-integration"
        params={{ organizationId }}
        search={{ name: integrationName }}
      >
        Publish a new version
      </Link>
      {isAsked && <Unpublish params={params} onClose={() => setAsked(false)} />}
    </>
  )
}

function Unpublish({ params, onClose }: { readonly params: IntegrationKey; readonly onClose: () => void }) {
  const { organizationId, integrationName } = params
  const navigate = useNavigate()
  // Not the integration itself, which is gone.
  const write = useWrite('unpublishIntegration', () => integrationsFor(organizationId, {}).queryKey)
  const onSuccess = () => {
    announce('The integration was unpublished')
    navigate({ to: '/o/$organizationId/settings/integrations', params: { organizationId } })
  }
  return (
    <Question
      title={`Unpublish “${integrationName}”?`}
      action="Unpublish"
      error={write.error}
      isPending={write.isPending}
      onConfirm={() => write.mutate({ params: { integrationName } }, { onSuccess })}
      onClose={onClose}
    >
      <p>
        It is uninstalled in every organization, and its tokens stop working. Its configurations are deleted.
        This can’t be undone.
      </p>
    </Question>
  )
}
