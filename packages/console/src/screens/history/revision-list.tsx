import type { RevisionSummary } from '@stemma/contract'
import { Link } from '@tanstack/react-router'
import { ShowMore } from '../../kit/show-more.tsx'
import { sayDay, sayTime } from '../../kit/when.ts'
import type { Chosen } from './history.ts'
import { authorOf, countsIn, titleOf } from './in-words.ts'
import './revision-list.css'

interface RevisionListProps {
  readonly revisions: readonly RevisionSummary[]
  readonly chosen: Chosen | undefined
  readonly count: number
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => void
}

/** Revisions under the day on which they were made. */
export function RevisionList({ revisions, chosen, count, ...more }: RevisionListProps) {
  const days = Map.groupBy(revisions, ({ createdAt }) => sayDay(createdAt))
  return (
    <>
      <h2 className="revisions-head" id="revisions">
        Revisions <span className="count">{count}</span>
      </h2>
      {[...days].map(([day, some]) => (
        <div key={day}>
          <h3 className="revisions-day">{day}</h3>
          <ol>
            {some.map((revision) => (
              <Row key={revision.id} revision={revision} chosen={chosen} />
            ))}
          </ol>
        </div>
      ))}
      {more.hasNextPage && (
        <p className="revisions-end">
          <ShowMore list={more} />
          {revisions.length} of {count} are shown.
        </p>
      )}
    </>
  )
}

interface RowProps {
  readonly revision: RevisionSummary
  readonly chosen: Chosen | undefined
}

function Row({ revision, chosen }: RowProps) {
  const title = titleOf(revision)
  const [first = '', ...others] = countsIn(revision.changes)
  // The title of an edit says already what was edited most.
  const counts = title === first ? others : [first, ...others]
  const isShown = revision.id === chosen?.to.id
  const isFrom = revision.id === chosen?.from && chosen.to.parents[0] !== chosen.from
  return (
    <li>
      <Link
        className="revision"
        data-row={revision.id}
        to="."
        search={({ view, page }) => ({ to: revision.id, ...(view && { view }), ...(page && { page }) })}
        activeOptions={{ includeSearch: true }}
        {...(isShown && { 'aria-current': 'page' })}
      >
        <span className="revision-dot" aria-hidden="true" />
        <span className="revision-text">
          <b className="cut">{title}</b>
          <small className="cut dots">
            <span>{authorOf(revision)}</span>
            <time dateTime={revision.createdAt}>{sayTime(revision.createdAt)}</time>
            {counts.map((words) => (
              <span key={words}>{words.toLowerCase()}</span>
            ))}
          </small>
        </span>
        {isFrom && <span className="badge">From</span>}
        {isShown && chosen.to.parents[0] !== chosen.from && <span className="badge tone-info">To</span>}
      </Link>
    </li>
  )
}
