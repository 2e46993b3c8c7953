import type { ChangeRequest, Space } from '@stemma/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'react-aria-components'
import { announce } from '../../app/announcements.tsx'
import { adviceFor } from '../../app/failures.tsx'
import { offers } from '../../app/offers.ts'
import { toQuery, useOperation, useWrite } from '../../app/operations.ts'
import { readMerged } from '../../comments/read-merged.ts'
import { Icon } from '../../kit/icon.tsx'
import { sayWhen } from '../../kit/when.ts'
import type { Changed } from '../changes/changed.ts'
import type { BrokenLink } from './broken-links.ts'
import { useChecks } from './checks.ts'
import { Description, EditDetails } from './details.tsx'
import { usePreviews } from './previews.ts'
import { useReadAgain } from './review.ts'
import { Reviewers, requestedReviewersOf } from './reviewers.tsx'
import { SitePreview } from './site-preview.tsx'
import './review-panel.css'

interface ReviewPanelProps {
  readonly one: ChangeRequest
  readonly space: Space
  readonly organizationId: string
  /** What is open beside it. */
  readonly shown?: Changed | undefined
}

/** What stands between a change request and the merge, who looks at it, and what it is about. */
export function ReviewPanel({ one, space, organizationId, shown }: ReviewPanelProps) {
  const isClosed = one.status === 'merged' || one.status === 'archived'
  const checks = useChecks(one, space.permissions.merge)
  const previews = usePreviews(organizationId, one, shown)
  const { isFetched } = useQuery(requestedReviewersOf(one))
  // All of it at once: nothing moves while a person begins to read.
  if (!checks.isKnown || !previews.isKnown || !isFetched)
    return <div className="review-panel" aria-busy="true" />
  return (
    <div className="review-panel">
      {!isClosed && <BeforeMerging one={one} space={space} organizationId={organizationId} checks={checks} />}
      {!isClosed && <SitePreview one={one} previews={previews} />}
      <Reviewers one={one} organizationId={organizationId} />
      <section aria-labelledby="about">
        <h2 id="about">About</h2>
        <Description one={one} organizationId={organizationId} />
        <dl className="about">
          <dt>Author</dt>
          <dd>{one.createdBy.displayName}</dd>
          <dt>Begun</dt>
          <dd>{sayWhen(one.createdAt)}</dd>
          <dt>Changed</dt>
          <dd>{sayWhen(one.updatedAt)}</dd>
        </dl>
        {one.permissions.edit && <EditDetails one={one} />}
        {one.status !== 'merged' && space.permissions.edit && <StatusButton one={one} />}
      </section>
    </div>
  )
}

const icons = { good: 'check-circle', open: 'info', blocks: 'warning-circle' } as const
const tones = { good: 'success', open: 'warning', blocks: 'danger' } as const

interface BeforeMergingProps extends ReviewPanelProps {
  readonly checks: ReturnType<typeof useChecks>
}

function BeforeMerging({ one, space: { permissions }, organizationId, checks }: BeforeMergingProps) {
  const { items, canMerge, hasConflicts } = checks
  const good = items.filter(({ state }) => state === 'good').length
  const isNext = useHasSpoken(one)
  const merge = useAct('mergeChangeRequest', one)
  const update = useAct('updateChangeRequest', one)
  const error = merge.error ?? update.error
  return (
    <section aria-labelledby="before-merging">
      <h2 id="before-merging">
        Before merging{' '}
        <span className="count">
          {good} of {items.length}
        </span>
      </h2>
      <ul className="checks">
        {items.map(({ words, detail, state, links = [] }) => (
          <li key={words} className={`tone-${tones[state]}`}>
            <Icon name={icons[state]} size="l" />
            <span>
              <b>{words}</b>
              {detail && <small>{detail}</small>}
              <BrokenLinks links={links} one={one} organizationId={organizationId} />
            </span>
          </li>
        ))}
      </ul>
      {one.outdated && !hasConflicts && permissions.edit && (
        <Button
          {...offers('updateChangeRequest', paramsOf(one))}
          className="button"
          isPending={update.isPending}
          onPress={() => update.act('Updated from the space')}
        >
          Update from the space
        </Button>
      )}
      {hasConflicts && permissions.edit && (
        <Link
          {...offers('resolveChangeRequestConflicts', paramsOf(one))}
          className="button"
          data-kind="primary"
          to="/o/$organizationId/s/$spaceId/~/review/$number/conflicts"
          params={{ organizationId, spaceId: one.space, number: String(one.number) }}
        >
          Decide conflicts
        </Link>
      )}
      {canMerge && (
        <Button
          {...offers('mergeChangeRequest', paramsOf(one))}
          className="button"
          {...(isNext && { 'data-kind': 'primary' })}
          isPending={merge.isPending}
          onPress={() => merge.act('Merged')}
        >
          <Icon name="git-merge" />
          Merge
        </Button>
      )}
      {error && <p role="alert">{adviceFor(error)}</p>}
      {!permissions.merge && (
        <p className="review-note">People with review level on the space can merge this.</p>
      )}
    </section>
  )
}

interface BrokenLinksProps {
  readonly links: readonly BrokenLink[]
  readonly one: ChangeRequest
  readonly organizationId: string
}

/** Leads to the pages, where the links can be written anew. */
function BrokenLinks({ links, one, organizationId }: BrokenLinksProps) {
  if (links.length === 0) return null
  return (
    <ul className="broken-links">
      {links.map(({ title, path, destination }) => (
        <li key={`${path} ${destination}`}>
          <Link
            to="/o/$organizationId/s/$spaceId/$"
            params={{ organizationId, spaceId: one.space, _splat: `~/changes/${one.number}/${path}` }}
          >
            {title}
          </Link>{' '}
          <small>{destination}</small>
        </li>
      ))}
    </ul>
  )
}

/** A reviewer looks first: the merge is the next step of authors, and of people who have approved. */
function useHasSpoken(one: ChangeRequest): boolean {
  const { id } = useOperation('getAuthenticatedUser', {})
  const params = { spaceId: one.space, changeRequestId: String(one.number) }
  const reviews = useQuery(toQuery('getReviewsByChangeRequestId', { params, query: {} })).data?.items ?? []
  return one.createdBy.id === id || reviews.some(({ reviewer, outdated }) => reviewer.id === id && !outdated)
}

function paramsOf({ space: spaceId, number }: ChangeRequest) {
  return { spaceId, changeRequestId: String(number) }
}

/** A merge or an update, after which everything about the space is read again. */
function useAct(id: 'mergeChangeRequest' | 'updateChangeRequest', one: ChangeRequest) {
  const { mutate, isPending, error } = useWrite(id)
  const readAgain = useReadAgain(one)
  const params = { spaceId: one.space, changeRequestId: String(one.number) }
  const act = (words: string) =>
    mutate(
      { params },
      {
        onSuccess: ({ result }) => {
          announce(result === 'conflicts' ? 'There are conflicts' : words)
          return id === 'mergeChangeRequest' && result === 'merge' ? readMerged(params) : readAgain()
        },
      },
    )
  return { act, isPending, error }
}

function StatusButton({ one }: { readonly one: ChangeRequest }) {
  const { mutate, isPending, error } = useWrite('updateChangeRequestById')
  const readAgain = useReadAgain(one)
  const isArchived = one.status === 'archived'
  const params = { spaceId: one.space, changeRequestId: String(one.number) }
  return (
    <>
      <Button
        {...offers('updateChangeRequestById', params, { status: isArchived ? 'open' : 'archived' })}
        className="button"
        isPending={isPending}
        onPress={() =>
          mutate({ params, body: { status: isArchived ? 'open' : 'archived' } }, { onSuccess: readAgain })
        }
      >
        {isArchived ? 'Reopen' : 'Archive'}
      </Button>
      {error && <p role="alert">{adviceFor(error)}</p>}
    </>
  )
}
