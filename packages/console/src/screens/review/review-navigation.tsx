import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { toQuery } from '../../app/operations.ts'
import { Icon } from '../../kit/icon.tsx'
import { kindIcons, kindInWords } from '../changes/kinds.ts'
import { useChanged } from './review.ts'
import { useViewed } from './viewed.ts'

interface ReviewNavigationProps {
  readonly organizationId: string
  readonly spaceId: string
  readonly number: string
}

/** Everything that a change request changes, in the sidebar. */
export function ReviewNavigation({ organizationId, spaceId, number }: ReviewNavigationProps) {
  const params = { spaceId, changeRequestId: number }
  const { page } = useSearch({ strict: false })
  const { items, more } = useChanged(params)
  const { data } = useQuery(toQuery('getChangeRequestById', { params }))
  const { isViewed } = useViewed(data?.id ?? '')
  const viewed = items.filter(isViewed).length
  return (
    <>
      <h2 className="nav-label" id="nav-changed">
        Changed · {viewed} of {items.length + more} viewed
      </h2>
      <ul className="nav" aria-labelledby="nav-changed">
        {items.map((item, at) => (
          <li className="nav-item" key={item.id} data-viewed={isViewed(item) || undefined}>
            <Icon name={isViewed(item) ? 'check' : kindIcons[item.kind]} />
            <Link
              to="/o/$organizationId/s/$spaceId/~/review/$number"
              params={{ organizationId, spaceId, number }}
              search={(before: object) => ({ ...before, page: item.id })}
              activeOptions={{ includeSearch: true }}
              aria-current={at === 0 && page === undefined ? 'page' : undefined}
            >
              <span className="cut">{item.title}</span>
              <span className="count">{kindInWords(item)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="space-empty">{more} more changes are being read.</p>}
    </>
  )
}
