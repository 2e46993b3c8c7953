import type { Integration } from '@stemma/contract'
import { keepPreviousData, useInfiniteQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Input, Label, SearchField } from 'react-aria-components'
import { offers } from '../../../app/offers.ts'
import { Icon } from '../../../kit/icon.tsx'
import { Notice } from '../../../kit/notice.tsx'
import { Segments } from '../../../kit/segments.tsx'
import { ShowMore } from '../../../kit/show-more.tsx'
import { useOwnRole } from '../../people/roles.ts'
import { SettingsFrame } from '../../people/settings-frame.tsx'
import { categoryWords, installedIn, integrationsFor } from './integrations.ts'
import { Status } from './status.tsx'
import './integrations-screen.css'

const route = getRouteApi('/o/$organizationId/settings/integrations')

interface InOrganization {
  readonly organizationId: string
}

/** What extends the organization, and what could. */
export function IntegrationsScreen() {
  const { organizationId } = route.useParams()
  const role = useOwnRole(organizationId)
  const publish = role === 'admin' && (
    <Link
      {...offers('publishIntegration')}
      className="button"
      to="/o/$organizationId/settings/publish-integration"
      params={{ organizationId }}
    >
      <Icon name="plus" /> Publish an integration
    </Link>
  )
  return (
    <SettingsFrame title="Integrations" actions={publish}>
      <Notice icon="info">
        <p>
          This server stores integrations with their installations and hands them tokens of their own. It
          doesn’t run their scripts: an integration works if its own program calls the API.
        </p>
      </Notice>
      {role !== null && <Installed organizationId={organizationId} />}
      <Available organizationId={organizationId} />
    </SettingsFrame>
  )
}

function Installed({ organizationId }: InOrganization) {
  const list = useSuspenseInfiniteQuery(installedIn(organizationId))
  const items = list.data.pages.flatMap((page) => page.items)
  return (
    <section aria-labelledby="installed">
      <h2 id="installed">
        Installed here {items.length > 0 && <span className="count">{list.data.pages[0]?.count}</span>}
      </h2>
      {items.length === 0 ? (
        <p className="settings-note">Nothing is installed yet. Choose an integration below.</p>
      ) : (
        <ul className="people">
          {items.map(({ integration, status }) => (
            <Row key={integration.name} integration={integration} organizationId={organizationId}>
              <Status status={status} />
            </Row>
          ))}
        </ul>
      )}
      <ShowMore list={list} />
    </section>
  )
}

/** Those that can be installed, searched on the server. */
function Available({ organizationId }: InOrganization) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useInfiniteQuery({
    ...integrationsFor(organizationId, search),
    placeholderData: keepPreviousData,
  })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const put = (next: typeof search) => navigate({ search: { ...search, ...next }, replace: true })
  return (
    <section aria-labelledby="available">
      <h2 id="available">All integrations</h2>
      <div className="settings-head">
        <SearchField
          className="form settings-find"
          value={search.search ?? ''}
          onChange={(words) => put({ search: words })}
        >
          <Label className="hidden-text">Find integrations</Label>
          <Input placeholder="Find integrations by title or name" maxLength={256} />
        </SearchField>
        <Segments
          label="Whose"
          value={search.own ? 'own' : 'all'}
          options={[
            { name: 'all', words: 'All' },
            { name: 'own', words: 'Published here' },
          ]}
          onChange={(name) => put({ own: name === 'own' })}
        />
      </div>
      {list.data !== undefined && items.length === 0 && (
        <p className="settings-note">
          {search.search ? `No integration matches “${search.search}”.` : 'No integration was published yet.'}
        </p>
      )}
      {items.length > 0 && (
        <ul className="people">
          {items.map((integration) => (
            <Row key={integration.name} integration={integration} organizationId={organizationId}>
              <small className="cut">{integration.owner.title}</small>
            </Row>
          ))}
        </ul>
      )}
      <ShowMore list={list} />
    </section>
  )
}

interface RowProps extends InOrganization {
  readonly integration: Integration
  readonly children: ReactNode
}

function Row({ integration, organizationId, children }: RowProps) {
  const { name: integrationName, title, description, categories } = integration
  return (
    <li>
      <span className="who">
        <IntegrationIcon integration={integration} />
        <span className="who-words">
          <Link
            className="cut"
            to="/o/$organizationId/settings/integrations/$integrationName"
            params={{ organizationId, integrationName }}
          >
            <b>{title}</b>
          </Link>
          <small className="cut">{description || integrationName}</small>
        </span>
      </span>
      <small className="cut">{categories.map((one) => categoryWords[one]).join(', ')}</small>
      {children}
    </li>
  )
}

function IntegrationIcon({ integration: { urls } }: Pick<RowProps, 'integration'>) {
  if (urls.icon === undefined) return <Icon name="plug" />
  return <img className="integration-icon" src={urls.icon} alt="" width="24" height="24" />
}
