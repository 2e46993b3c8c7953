import type { StreamedChange } from '@stemma/contract'
import { useEffect } from 'react'
import { announce } from '../app/announcements.tsx'
import { api } from '../app/client.ts'
import { toQuery } from '../app/operations.ts'
import { queryClient } from '../app/queries.ts'
import { type Discussion, readAgain } from './discussion.ts'
import { readMerged } from './read-merged.ts'

interface Followed {
  readonly spaceId: string
  readonly changeRequestId: string
  readonly userId: string
}

/** Shows what others say and do while a change request is open. */
export function useLiveChangeRequest(options: Followed & { readonly isOn?: boolean }) {
  const { spaceId, changeRequestId, userId, isOn = true } = options
  useEffect(() => {
    if (!isOn) return
    const ending = new AbortController()
    void follow({ spaceId, changeRequestId, userId }, ending.signal)
    return () => ending.abort()
  }, [spaceId, changeRequestId, userId, isOn])
}

interface FollowedSpace {
  readonly organizationId: string
  readonly spaceId: string
  readonly userId: string
}

/**
 * Shows what others say about a space while its comments are shown. No longer than that: browsers open few
 * connections to one server, and people have many pages open to read.
 */
export function useLiveComments(options: FollowedSpace & { readonly isOn: boolean }) {
  const { organizationId, spaceId, userId, isOn } = options
  useEffect(() => {
    if (!isOn) return
    const ending = new AbortController()
    void followSpace({ organizationId, spaceId, userId }, ending.signal)
    return () => ending.abort()
  }, [organizationId, spaceId, userId, isOn])
}

async function followSpace({ organizationId, spaceId, userId }: FollowedSpace, signal: AbortSignal) {
  const readComments = joined(() => readAgain({ spaceId }))
  try {
    for await (const happened of api.streamOrganization({ params: { organizationId } }, { signal })) {
      // What was read before the stream began may be old.
      if (happened.event !== 'change') void readComments()
      else if (isSaidIn({ spaceId }, happened.data)) {
        announceComment(happened.data, userId)
        void readComments()
      }
    }
  } catch {
    // Without a stream, what others say arrives when the window gets the focus again.
  }
}

async function follow(followed: Followed, signal: AbortSignal) {
  const { spaceId, changeRequestId, userId } = followed
  const params = { spaceId, changeRequestId }
  const readComments = joined(() => readAgain(params))
  const readOne = joined(() => readBelow('spaces', spaceId, 'change-requests', changeRequestId))
  const readLists = joined(() =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['spaces', spaceId], exact: true }),
      readBelow('orgs'),
    ]),
  )
  const noticeMerge = joined(() => readMerged(params))
  const notice = (change: StreamedChange) => {
    if (isComment(change)) {
      announceComment(change, userId)
      void readComments()
    } else if (change.type === 'change_request.merged') void noticeMerge()
    else {
      void readOne()
      if (change.type !== 'change_request.content_updated') void readLists()
    }
  }
  try {
    for await (const happened of api.streamChangeRequest({ params }, { signal })) {
      // What was read before the stream began may be old.
      if (happened.event === 'open') void readIfOld(params, readComments, readOne)
      if (happened.event === 'reset') void readOne()
      if (happened.event === 'change') notice(happened.data)
    }
  } catch {
    // Without a stream, what others say arrives when the window gets the focus again.
  }
}

function readBelow(...queryKey: readonly string[]) {
  return queryClient.invalidateQueries({ queryKey })
}

/** Reads the comments and the change request; everything else only if the change request has changed. */
async function readIfOld(
  params: Omit<Followed, 'userId'>,
  readComments: () => Promise<void>,
  readOne: () => Promise<void>,
) {
  const { queryKey } = toQuery('getChangeRequestById', { params })
  const before = queryClient.getQueryData(queryKey)?.updatedAt
  await readComments()
  if (queryClient.getQueryData(queryKey)?.updatedAt !== before) await readOne()
}

/** What is asked for while it runs is done once more, after it: changes of others come in bursts. */
function joined(work: () => Promise<unknown>): () => Promise<void> {
  let [isRunning, isAsked] = [false, false]
  return async () => {
    isAsked = true
    if (isRunning) return
    isRunning = true
    while (isAsked) {
      isAsked = false
      await work().catch(() => undefined)
    }
    isRunning = false
  }
}

function isComment({ type }: StreamedChange): boolean {
  return type.startsWith('comment.')
}

/** Whether something was said in a discussion. The stream of a change request has only its own comments. */
export function isSaidIn({ spaceId, changeRequestId }: Discussion, change: StreamedChange): boolean {
  const isOfSpace = change.changeRequest === undefined
  return isComment(change) && change.space === spaceId && isOfSpace === (changeRequestId === undefined)
}

/** Reads the comments again. */
export async function noticeComment(
  { userId, ...discussion }: Discussion & Pick<Followed, 'userId'>,
  change: StreamedChange,
) {
  announceComment(change, userId)
  await readAgain(discussion)
}

/** Whoever wrote one has been told already. */
function announceComment({ type, actor }: StreamedChange, userId: string) {
  if (type === 'comment.posted' && actor !== userId) announce('There is a new comment')
}
