import type { ChangeRequest } from '@stemma/contract'
import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useOperation } from '../../app/operations.ts'
import { useEverySpace } from '../../app/spaces.ts'
import { Face } from '../../kit/face.tsx'
import { Icon } from '../../kit/icon.tsx'
import { ShowMore } from '../../kit/show-more.tsx'
import { sayWhen } from '../../kit/when.ts'
import { useReviewState } from './review-state.ts'
import { changeRequestsWith, reviewsFor, type Search, type Status, type Where, type Who } from './reviews.ts'
import './change-request-table.css'

interface ChangeRequestTableProps {
  readonly where: Where
  readonly search: Search
}

/** Change requests in columns. Those that wait for the reader stand first, under their own heading. */
export function ChangeRequestTable({ where, search }: ChangeRequestTableProps) {
  const { id } = useOperation('getAuthenticatedUser', {})
  const list = useSuspenseInfiniteQuery(changeRequestsWith(where, search, id))
  const waiting = useSuspenseQuery(reviewsFor(where.organizationId, id)).data.items
  const { status = 'open', who } = search
  const items = list.data.pages.flatMap((page) => page.items)
  const count = list.data.pages[0]?.count ?? 0
  if (count === 0) return <Empty status={status} who={who} isSpace={where.spaceId !== undefined} />
  const isForReader = ({ id: one }: ChangeRequest) => waiting.some((each) => each.id === one)
  const first = status === 'open' && who !== 'waiting' ? items.filter(isForReader) : []
  const rest = items.filter((one) => !first.includes(one))
  return (
    <div className="requests" data-one-space={where.spaceId !== undefined || undefined}>
      <div className="requests-head" aria-hidden="true">
        <span>Change request</span>
        <span>State</span>
        <span>Space</span>
        <span>Author</span>
        <span>Comments</span>
        <span>Changed</span>
      </div>
      <Group title="Waiting for you" items={first} where={where} />
      <Group {...(first.length > 0 && { title: 'Others' })} items={rest} where={where} />
      <p className="requests-end">
        {items.length < count ? `${items.length} of ${count} are shown.` : `${count} in all.`}
        <ShowMore list={list} />
      </p>
    </div>
  )
}

interface GroupProps {
  readonly title?: string
  readonly items: readonly ChangeRequest[]
  readonly where: Where
}

function Group({ title, items, where }: GroupProps) {
  if (items.length === 0) return null
  return (
    <>
      {title && (
        <h2 className="requests-group">
          {title} <span className="count">{items.length}</span>
        </h2>
      )}
      <ul>
        {items.map((one) => (
          <Row key={one.id} one={one} organizationId={where.organizationId} />
        ))}
      </ul>
    </>
  )
}

interface RowProps {
  readonly one: ChangeRequest
  readonly organizationId: string
}

function Row({ one, organizationId }: RowProps) {
  const spaces = useEverySpace({ organizationId })
  const state = useReviewState(one)
  return (
    <li className="request">
      <span className="request-name">
        <Icon name={one.status === 'merged' ? 'git-merge' : 'git-pull-request'} />
        <span className="count">#{one.number}</span>
        <Link
          className="cut"
          data-row
          to="/o/$organizationId/s/$spaceId/~/review/$number"
          params={{ organizationId, spaceId: one.space, number: String(one.number) }}
        >
          {one.subject || 'Untitled change'}
        </Link>
      </span>
      <span className="request-state">
        <span className={`badge tone-${state.tone}`}>{state.words}</span>
      </span>
      <span className="request-space cut">{spaces.items.find(({ id }) => id === one.space)?.title}</span>
      <span className="request-author">
        <Face user={one.createdBy} />
        <span className="cut">{one.createdBy.displayName}</span>
      </span>
      <span className="request-comments">
        {one.comments > 0 && (
          <>
            <Icon name="chat-circle" />
            {one.comments} <span className="hidden-text">open comments</span>
          </>
        )}
      </span>
      <time className="request-time" dateTime={one.updatedAt}>
        {sayWhen(one.updatedAt)}
      </time>
    </li>
  )
}

const nothing: Readonly<Record<Status, string>> = {
  open: 'No change request waits for a review. Edit a page and request a review to open one.',
  draft: 'There are no drafts. Edit a page of a locked space, or create a change request, to begin one.',
  merged: 'Nothing has been merged yet.',
  archived: 'Nothing has been archived. Change requests that lead nowhere can be archived, and reopened.',
}

interface EmptyProps {
  readonly status: Status
  readonly who: Who | undefined
  readonly isSpace: boolean
}

function Empty({ status, who, isSpace }: EmptyProps) {
  return (
    <div className="requests-empty">
      {who === 'waiting' ? (
        <p>Nothing here waits for your review.</p>
      ) : (
        <p>{who === 'mine' ? 'You have none here.' : nothing[status]}</p>
      )}
      {who !== undefined && (
        <Link className="button" to="." search={(before) => ({ ...before, who: undefined })}>
          {isSpace ? 'Show everyone’s in this space' : 'Show everyone’s'}
        </Link>
      )}
    </div>
  )
}
