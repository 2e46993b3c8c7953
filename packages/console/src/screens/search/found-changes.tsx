import type { ChangeRequest } from '@stemma/contract'
import { Link } from '@tanstack/react-router'
import { useEverySpace } from '../../app/spaces.ts'
import { Icon } from '../../kit/icon.tsx'
import { Marked } from '../../kit/marked.tsx'
import { sayWhen } from '../../kit/when.ts'
import { changesMax, type Range } from './search.ts'

interface FoundChangesProps {
  readonly organizationId: string
  readonly found: readonly { readonly one: ChangeRequest; readonly highlights: readonly Range[] }[]
  /** Whether there are more than were looked at. */
  readonly isPartial: boolean
}

const states = { draft: 'Draft', open: 'Open', merged: 'Merged', archived: 'Archived' } as const

/** Change requests by their subject or number. */
export function FoundChanges({ organizationId, found, isPartial }: FoundChangesProps) {
  const { items } = useEverySpace({ organizationId })
  return (
    <>
      {found.length > 0 && (
        <section className="found" aria-labelledby="found-changes">
          <h2 id="found-changes">
            Change requests <span className="count">{found.length}</span>
          </h2>
          <ul>
            {found.map(({ one, highlights }) => (
              <li key={one.id}>
                <Link
                  className="found-row"
                  data-row
                  to="/o/$organizationId/s/$spaceId/~/review/$number"
                  params={{ organizationId, spaceId: one.space, number: String(one.number) }}
                >
                  <Icon name={one.status === 'merged' ? 'git-merge' : 'git-pull-request'} />
                  <b className="cut">
                    <Marked text={one.subject || 'Untitled change'} highlights={highlights} />{' '}
                    <span className="count">#{one.number}</span>
                  </b>
                  <small className="cut dots">
                    <span>{items.find(({ id }) => id === one.space)?.title}</span>
                    <span>{states[one.status]}</span>
                    <span>{sayWhen(one.updatedAt)}</span>
                  </small>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {isPartial && (
        <p className="search-note">
          Of all change requests, the {changesMax} that changed last are searched.
        </p>
      )}
    </>
  )
}
