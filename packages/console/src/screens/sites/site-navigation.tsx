import { Link } from '@tanstack/react-router'
import { useOperation } from '../../app/operations.ts'
import { Icon } from '../../kit/icon.tsx'
import { NavItem } from '../../kit/nav-item.tsx'
import type { InSite } from './sites.ts'
import '../space/space-navigation.css'

/** The open site, and its screens. */
export function SiteNavigation({ organizationId, siteId }: InSite) {
  const params = { organizationId, siteId }
  const site = useOperation('getSiteById', { params })
  return (
    <>
      <Link className="space-back" to="/o/$organizationId/sites" params={params}>
        <Icon name="arrow-left" /> All sites
      </Link>
      <p className="space-name">
        <Icon name="globe-simple" />
        <span className="cut">{site.title}</span>
      </p>
      <ul className="nav">
        <NavItem icon="tree-structure">
          <Link
            to="/o/$organizationId/sites/$siteId"
            params={params}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            Structure
          </Link>
        </NavItem>
        <NavItem icon="palette">
          <Link to="/o/$organizationId/sites/$siteId/look" params={params}>
            Look
          </Link>
        </NavItem>
        <NavItem icon="users-three">
          <Link to="/o/$organizationId/sites/$siteId/audience" params={params}>
            Audience
          </Link>
        </NavItem>
        {site.permissions.edit && (
          <NavItem icon="share-network">
            <Link to="/o/$organizationId/sites/$siteId/links" params={params}>
              Share links
            </Link>
          </NavItem>
        )}
        {site.permissions.edit && (
          <NavItem icon="globe-simple">
            <Link to="/o/$organizationId/sites/$siteId/domains" params={params}>
              Domains
            </Link>
          </NavItem>
        )}
        {site.permissions.viewAdaptiveSchema && (
          <NavItem icon="arrow-square-out">
            <Link to="/o/$organizationId/sites/$siteId/redirects" params={params}>
              Redirects
            </Link>
          </NavItem>
        )}
        <NavItem icon="chart-bar">
          <Link to="/o/$organizationId/sites/$siteId/visits" params={params}>
            Visits
          </Link>
        </NavItem>
      </ul>
    </>
  )
}
