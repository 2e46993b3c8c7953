import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useOperation } from '../app/operations.ts'
import { usePageReferences } from '../screens/space/page-text.tsx'
import type { Version } from '../screens/space/place.ts'
import { commentsOf } from './discussion.ts'
import { type Talk, TalkContext } from './talk.ts'

type Given = 'organizationId' | 'mayComment' | 'mayEdit' | 'mayResolve' | 'linked' | 'onShow'

export interface TalkProviderProps extends Pick<Talk, Given> {
  readonly spaceId: string
  readonly version: Version
  /** The page that the discussion of a space is about. */
  readonly pageId?: string | undefined
  /** The ID of the change request or of the space, whatever the URL has. */
  readonly discussionId: string
  readonly children: ReactNode
}

/** What comments need to know about the discussion that they are part of. */
export function TalkProvider(given: TalkProviderProps) {
  const { spaceId, version, pageId, discussionId, children, ...props } = given
  const { organizationId } = props
  const discussion =
    version.kind === 'change' ? { spaceId, changeRequestId: version.id } : { spaceId, pageId }
  const router = useRouter()
  const { id: userId } = useOperation('getAuthenticatedUser', {})
  const { items: comments } = useSuspenseQuery(commentsOf(discussion)).data
  const references = usePageReferences({ organizationId, spaceId, version })
  const [boxes, setBoxes] = useState<Readonly<Record<string, number>>>({})
  const talk: Talk = {
    ...props,
    discussion,
    userId,
    comments,
    references,
    hrefOf: (comment) => router.buildLocation({ to: '.', search: { comment } as never }).href,
    draftAt: (at) => ({ userId, discussionId, at }),
    boxAt: (at) => boxes[at],
    openBox: (at) => setBoxes((before) => ({ ...before, [at]: (before[at] ?? 0) + 1 })),
    closeBox: (at) => setBoxes((before) => ({ ...before, [at]: 0 })),
  }
  return <TalkContext value={talk}>{children}</TalkContext>
}
