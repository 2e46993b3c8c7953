import { Link } from '@tanstack/react-router'
import { NavItem } from '../kit/nav-item.tsx'
import { ShowMore } from '../kit/show-more.tsx'
import { SpaceMark } from '../kit/space-mark.tsx'
import { useOperation } from './operations.ts'
import { useSpaces } from './spaces.ts'

/** The spaces and sites of an organization. */
export function OrganizationNavigation({ organizationId }: { readonly organizationId: string }) {
  const params = { organizationId }
  const spaces = useSpaces(params)
  return (
    <>
      <h2 className="nav-label" id="nav-spaces">
        Spaces
      </h2>
      <ul className="nav" aria-labelledby="nav-spaces">
        {spaces.items.map((space) => (
          <li className="nav-item" key={space.id}>
            <SpaceMark space={space} />
            <Link to="/o/$organizationId/s/$spaceId" params={{ organizationId, spaceId: space.id }}>
              {space.title || 'Untitled space'}
            </Link>
          </li>
        ))}
      </ul>
      <ShowMore list={spaces.list} />
      <SiteLinks organizationId={organizationId} />
    </>
  )
}

/** The first sites, and the way to all of them. */
function SiteLinks({ organizationId }: { readonly organizationId: string }) {
  const params = { organizationId }
  const { items, count } = useOperation('listSites', { params })
  const { permissions } = useOperation('getOrganizationById', { params })
  if (count === 0 && !permissions.createContent) return null
  return (
    <>
      <h2 className="nav-label" id="nav-sites">
        Sites
      </h2>
      <ul className="nav" aria-labelledby="nav-sites">
        {items.slice(0, sitesShown).map(({ id, title }) => (
          <NavItem icon="globe-simple" key={id}>
            <Link to="/o/$organizationId/sites/$siteId" params={{ organizationId, siteId: id }}>
              {title}
            </Link>
          </NavItem>
        ))}
        <NavItem icon={count === 0 ? 'plus' : 'list-bullets'}>
          <Link to="/o/$organizationId/sites" params={params} activeOptions={{ exact: true }}>
            {count === 0 ? 'Publish a site' : 'All sites'}
          </Link>
        </NavItem>
      </ul>
    </>
  )
}

const sitesShown = 8
