import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { toQuery } from '../../app/operations.ts'
import { Icon } from '../../kit/icon.tsx'
import { NearRows } from '../../kit/near-rows.tsx'
import { kindIcons, kindInWords } from '../changes/kinds.ts'
import { useChanged } from './review.ts'
import { useViewed } from './viewed.ts'
import './review-navigation.css'

interface ReviewNavigationProps {
  readonly organizationId: string
  readonly spaceId: string
  readonly number: string
}

/** Everything that a change request changes, in the sidebar. */
export function ReviewNavigation({ organizationId, spaceId, number }: ReviewNavigationProps) {
  const params = { spaceId, changeRequestId: number }
  const { page } = useSearch({ strict: false })
  const { items, more, isComplete } = useChanged(params)
  const { data } = useQuery(toQuery('getChangeRequestById', { params }))
  const { isViewed } = useViewed(data?.id ?? '')
  const viewed = items.filter(isViewed).length
  const list = useRef<HTMLUListElement>(null)
  // Whoever goes on by key sees in the list where that is.
  useEffect(() => {
    if (page !== undefined)
      list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [page])
  return (
    <>
      <h2 className="nav-label" id="nav-changed">
        Changed · {viewed} of {items.length + more} viewed
      </h2>
      <ul className="nav review-nav" ref={list} aria-labelledby="nav-changed">
        <NearRows rows={items} as="li" isNeeded={({ id }) => id === page}>
          {(item, at) => (
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
          )}
        </NearRows>
      </ul>
      {more > 0 && (
        <p className="space-empty">
          {isComplete ? `${more} more changes are not listed.` : `${more} more changes are being read.`}
        </p>
      )}
    </>
  )
}
