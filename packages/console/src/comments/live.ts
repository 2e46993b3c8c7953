import type { StreamedChange } from '@stemma/contract'
import { useEffect } from 'react'
import { announce } from '../app/announcements.tsx'
import { api } from '../app/client.ts'
import { queryClient } from '../app/queries.ts'
import { readAgain } from './discussion.ts'

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

async function follow(followed: Followed, signal: AbortSignal) {
  const { spaceId, changeRequestId } = followed
  const params = { spaceId, changeRequestId }
  const queryKey = ['spaces', spaceId, 'change-requests', changeRequestId]
  try {
    for await (const happened of api.streamChangeRequest({ params }, { signal })) {
      // What was read before the stream began may be old.
      if (happened.event === 'open') await readAgain(params)
      if (happened.event === 'reset') await queryClient.invalidateQueries({ queryKey })
      if (happened.event !== 'change') continue
      if (!isComment(happened.data)) await queryClient.invalidateQueries({ queryKey })
      else await noticeComment(followed, happened.data)
    }
  } catch {
    // Without a stream, what others say arrives when the window gets the focus again.
  }
}

export function isComment({ type }: StreamedChange): boolean {
  return type.startsWith('comment.')
}

/** Reads the comments again. Whoever wrote one has been told already. */
export async function noticeComment({ userId, ...discussion }: Followed, { type, actor }: StreamedChange) {
  await readAgain(discussion)
  if (type === 'comment.posted' && actor !== userId) announce('There is a new comment')
}
