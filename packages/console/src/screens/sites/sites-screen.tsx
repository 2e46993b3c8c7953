import type { Site } from '@stemma/contract'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { offers } from '../../app/offers.ts'
import { useOperation } from '../../app/operations.ts'
import { Icon } from '../../kit/icon.tsx'
import { Screen } from '../../kit/screen.tsx'
import { ShowMore } from '../../kit/show-more.tsx'
import { PublishButton } from './publishing.tsx'
import { audienceOf, countSpaces, everySite, type InOrganization, shortUrl, stateOf } from './sites.ts'
import './sites-screen.css'

const route = getRouteApi('/o/$organizationId/sites')

/** The sites of the organization: where each is, who reads it, and whether it is online. */
export function SitesScreen() {
  const params = route.useParams()
  const { permissions } = useOperation('getOrganizationById', { params })
  const list = useSuspenseInfiniteQuery(everySite(params))
  const sites = list.data.pages.flatMap(({ items }) => items)
  const mayCreate = permissions.createContent
  return (
    <Screen title="Sites" actions={mayCreate && sites.length > 0 && <NewSite {...params} />} isFull>
      {sites.length === 0 ? (
        <Empty {...params} mayCreate={mayCreate} />
      ) : (
        <ul className="sites">
          {sites.map((site) => (
            <Row key={site.id} site={site} organizationId={params.organizationId} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <p className="sites-end">
          <ShowMore list={list} />
        </p>
      )}
    </Screen>
  )
}

function NewSite({ organizationId }: InOrganization) {
  return (
    <Link
      {...offers('createSite', { organizationId })}
      className="button"
      data-kind="primary"
      to="/o/$organizationId/sites/new"
      params={{ organizationId }}
    >
      <Icon name="plus" />
      New site
    </Link>
  )
}

function Row({ site, organizationId }: InOrganization & { readonly site: Site }) {
  const state = stateOf(site)
  const { icon, name } = audienceOf(site)
  const address = site.urls.published
  return (
    <li className="site">
      <Icon name="globe-simple" size="l" />
      <span className="site-name">
        <Link
          className="cut"
          to="/o/$organizationId/sites/$siteId"
          params={{ organizationId, siteId: site.id }}
        >
          {site.title}
        </Link>
        <small className="cut">
          {address === undefined ? (
            'No visitor can reach it'
          ) : (
            <a href={address} target="_blank" rel="noreferrer">
              {shortUrl(address)}
              <span className="hidden-text"> (opens in a new window)</span>
            </a>
          )}
        </small>
      </span>
      <span className="site-state">
        <span className={`badge tone-${state.tone}`}>{state.words}</span>
      </span>
      <span className="site-audience">
        <Icon name={icon} />
        {name}
      </span>
      <span className="site-spaces">{countSpaces(site.siteSpaces)}</span>
      <span className="site-action">
        <PublishButton organizationId={organizationId} site={site} />
      </span>
    </li>
  )
}

function Empty({ organizationId, mayCreate }: InOrganization & { readonly mayCreate: boolean }) {
  return (
    <div className="sites-empty">
      <p>
        A site shows the pages of one or more spaces to readers: on the web, to people with a link, or to
        visitors who sign in. Pages are online as soon as they are merged.
      </p>
      {mayCreate ? (
        <NewSite organizationId={organizationId} />
      ) : (
        <p>There is none that you can see. Somebody with create level in the organization can make one.</p>
      )}
    </div>
  )
}
