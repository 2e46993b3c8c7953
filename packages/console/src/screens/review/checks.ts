import { ApiFailure } from '@stemma/client'
import type { ChangeRequest, Review } from '@stemma/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../app/client.ts'
import { adviceFor } from '../../app/failures.tsx'
import { toQuery } from '../../app/operations.ts'
import { type BrokenLink, useBrokenLinks } from './broken-links.ts'
import { conflictCountOf } from './review.ts'

/** One thing that is looked at before a merge, in words. */
interface Check {
  readonly words: string
  readonly detail: string
  /** Whether it is as it should be; what is open doesn't block the merge. */
  readonly state: 'good' | 'open' | 'blocks'
  readonly links?: readonly BrokenLink[]
}

interface Checks {
  readonly items: readonly Check[]
  readonly canMerge: boolean
  readonly hasConflicts: boolean
  /** Whether everything has been looked at. */
  readonly isKnown: boolean
}

/** Tries the merge without merging, and says what stands in its way. */
export function useChecks(one: ChangeRequest, mayMerge: boolean): Checks {
  const params = { spaceId: one.space, changeRequestId: String(one.number) }
  const isOpen = one.status === 'open' || one.status === 'draft'
  const reviews = useQuery(toQuery('getReviewsByChangeRequestId', { params, query: {} })).data
  const stamp = reviews?.items.map(({ id }) => id).join()
  const trial = useQuery({
    // Not below the path of the change request: a merge that has succeeded is not tried again.
    queryKey: ['trial', one.id, one.status, one.revision, one.outdated, one.updatedAt, stamp],
    queryFn: () => tryMerge(params),
    enabled: isOpen && mayMerge && stamp !== undefined,
    throwOnError: false,
    placeholderData: keepPreviousData,
  })
  const conflicts = useQuery({
    ...conflictCountOf(params),
    enabled: isOpen && one.outdated,
    throwOnError: false,
  })
  const broken = useBrokenLinks(one, isOpen)
  const count = one.outdated ? (conflicts.data?.count ?? 0) : 0
  const rules = trial.data?.failed ?? []
  const items: Check[] = [
    ...rules.map((words): Check => ({ words, detail: 'Merge rule', state: 'blocks' })),
    ...(mayMerge && trial.data !== undefined && rules.length === 0
      ? [{ words: 'All merge rules hold', detail: 'Tried just now', state: 'good' } as const]
      : []),
    ...objectionsIn(reviews?.items ?? []),
    one.comments > 0
      ? {
          words: `${countOf(one.comments, 'comment is', 'comments are')} not resolved`,
          detail: '',
          state: 'open',
        }
      : { words: 'No open comments', detail: '', state: 'good' },
    count > 0
      ? {
          words: countOf(count, 'conflict', 'conflicts'),
          detail: 'Both sides changed the same',
          state: 'blocks',
        }
      : { words: 'No conflicts', detail: '', state: 'good' },
    one.outdated
      ? { words: 'The space has changed', detail: 'Since this was begun or updated', state: 'open' }
      : { words: 'Up to date', detail: '', state: 'good' },
    linksCheck(broken),
  ]
  const canMerge = mayMerge && trial.data?.result === 'merge' && rules.length === 0
  const isTried = !mayMerge || trial.data !== undefined
  const isKnown = !isOpen || (isTried && broken.isFetched && (!one.outdated || conflicts.isFetched))
  return { items, canMerge, hasConflicts: count > 0, isKnown }
}

/** A rule of the space decides whether they block the merge; people should know of them anyway. */
function objectionsIn(reviews: readonly Review[]): readonly Check[] {
  const names = reviews
    .filter(({ status, outdated }) => status === 'changes-requested' && !outdated)
    .map(({ reviewer }) => reviewer.displayName)
  return [...new Set(names)].map((name) => ({
    words: `${name} has requested changes`,
    detail: 'To the content as it is now',
    state: 'open',
  }))
}

function linksCheck({ count, own, links }: ReturnType<typeof useBrokenLinks>): Check {
  if (count === 0) return { words: 'No broken links', detail: '', state: 'good' }
  const words = countOf(count, 'link leads nowhere', 'links lead nowhere')
  if (own === 0) return { words, detail: 'As in the space', state: 'open', links }
  return {
    words,
    detail: own < count ? `${own} of them by this change` : 'By this change',
    state: 'open',
    links,
  }
}

function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

interface Trial {
  readonly result?: 'merge' | 'conflicts'
  /** The rules that fail, in words. */
  readonly failed: readonly string[]
}

async function tryMerge(params: {
  readonly spaceId: string
  readonly changeRequestId: string
}): Promise<Trial> {
  try {
    const { result } = await api.mergeChangeRequest({ params, query: { dryRun: true } })
    return { result, failed: [] }
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.reason !== 'merge_rules_failed')
      return { failed: [adviceFor(failure)] }
    const { rules } = failure.details as { readonly rules: readonly Rule[] }
    return { failed: rules.map(({ rule, message }) => message ?? ruleWords[rule] ?? rule) }
  }
}

interface Rule {
  readonly rule: string
  readonly message?: string
}

const ruleWords: Readonly<Record<string, string>> = {
  require_specific_reviewers: 'Certain reviewers have not approved',
  require_one_of_specific_reviewers: 'One of certain reviewers must approve',
  require_at_least_one_review: 'One approval is missing',
  require_at_least_one_approved_review: 'One approval is missing',
  require_all_reviews_approved: 'Not every review approves the current content',
  require_agent_review: 'A review by an agent is missing',
  require_up_to_date_change_request: 'It must be updated from the space first',
  require_change_request_subject: 'A subject is missing',
  require_change_request_description: 'A description is missing',
  require_author_to_merge: 'Only its author may merge it',
  custom: 'A rule of the space does not hold',
}
