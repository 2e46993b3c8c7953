import type { ChangeRequest, Review } from '@stemma/contract'
import { useQuery } from '@tanstack/react-query'
import { toQuery, useOperation } from '../../app/operations.ts'

/** Where a change request stands, in words. */
export interface ReviewState {
  readonly words: string
  readonly tone: 'info' | 'success' | 'warning' | 'plain'
}

/** An open change request also says what its reviewers did. The list doesn't wait for that. */
export function useReviewState(one: ChangeRequest): ReviewState {
  const { id } = useOperation('getAuthenticatedUser', {})
  const params = { spaceId: one.space, changeRequestId: one.id }
  const isOpen = one.status === 'open'
  const asked = useQuery({
    ...toQuery('getRequestedReviewersByChangeRequestId', { params }),
    enabled: isOpen,
    throwOnError: false,
  })
  const reviews = useQuery({
    ...toQuery('getReviewsByChangeRequestId', { params, query: { outdated: false } }),
    enabled: isOpen,
    throwOnError: false,
  })
  if (!isOpen) return closed[one.status]
  const people = (asked.data?.items ?? []).flatMap((request) => ('user' in request ? [request.user.id] : []))
  return stateOf(one, { reviews: newestOfEach(reviews.data?.items ?? []), asked: people, reader: id })
}

const closed: Readonly<Record<ChangeRequest['status'], ReviewState>> = {
  open: { words: 'Open', tone: 'plain' },
  draft: { words: 'Draft', tone: 'plain' },
  merged: { words: 'Merged', tone: 'success' },
  archived: { words: 'Archived', tone: 'plain' },
}

interface Facts {
  readonly reviews: readonly Review[]
  readonly asked: readonly string[]
  readonly reader: string
}

function stateOf({ outdated }: ChangeRequest, { reviews, asked, reader }: Facts): ReviewState {
  if (asked.includes(reader)) return { words: 'Your review', tone: 'info' }
  if (reviews.some(({ status }) => status === 'changes-requested'))
    return { words: 'Changes requested', tone: 'warning' }
  if (reviews.length > 0) return { words: approvals(reviews.length), tone: 'success' }
  if (asked.length > 0) return { words: 'Review requested', tone: 'plain' }
  return outdated ? { words: 'Space has changed', tone: 'warning' } : closed.open
}

function approvals(count: number): string {
  return count === 1 ? 'Approved' : `${count} approvals`
}

/** People change their minds: the last review of each counts. */
function newestOfEach(reviews: readonly Review[]): readonly Review[] {
  const last = new Map<string, Review>()
  for (const review of reviews) {
    const known = last.get(review.reviewer.id)
    if (known === undefined || known.createdAt < review.createdAt) last.set(review.reviewer.id, review)
  }
  return [...last.values()]
}
