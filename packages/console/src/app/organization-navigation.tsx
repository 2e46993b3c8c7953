import { Link } from '@tanstack/react-router'
import { NavItem } from '../kit/nav-item.tsx'
import { SpaceMark } from '../kit/space-mark.tsx'
import { useOperation } from './operations.ts'
import { useSpaces } from './spaces.ts'

/** The spaces and sites of an organization. */
export function OrganizationNavigation({ organizationId }: { readonly organizationId: string }) {
  const params = { organizationId }
  const spaces = useSpaces(params)
  const sites = useOperation('listSites', { params })
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
      {sites.items.length > 0 && (
        <>
          <h2 className="nav-label" id="nav-sites">
            Sites
          </h2>
          <ul className="nav" aria-labelledby="nav-sites">
            {sites.items.map(({ id, title, urls }) => (
              <NavItem icon="globe-simple" key={id}>
                <a href={urls.published ?? urls.app} target="_blank" rel="noreferrer">
                  {title}
                </a>
              </NavItem>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
