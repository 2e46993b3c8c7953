import type { Space } from '@stemma/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import { toQuery, useOperation } from '../../app/operations.ts'
import { commentsOf, isOpen } from '../../comments/discussion.ts'
import { useLiveChangeRequest } from '../../comments/live.ts'
import { Icon } from '../../kit/icon.tsx'
import type { Version } from './place.ts'

const CommentsPanel = lazy(async () => ({
  default: (await import('../../comments/comments-panel.tsx')).CommentsPanel,
}))

const route = getRouteApi('/o/$organizationId/s/$spaceId/$')

interface PageCommentsProps {
  readonly organizationId: string
  readonly space: Space
  readonly version: Version
  readonly pageId: string
}

interface PageComments {
  readonly button: ReactNode
  readonly aside: ReactNode
}

/** A button with the number of open comments on a page of a change request, and the panel that it opens. */
export function usePageComments({ organizationId, space, version, pageId }: PageCommentsProps): PageComments {
  const { view, comment } = route.useSearch()
  const button = useRef<HTMLButtonElement>(null)
  const { isShown, isNew, toggle } = usePanel(button)
  const isChange = version.kind === 'change'
  const params = { spaceId: space.id, changeRequestId: isChange ? version.id : '' }
  const { data: one } = useQuery({ ...toQuery('getChangeRequestById', { params }), enabled: isChange })
  const { data } = useQuery({ ...commentsOf(params), enabled: isChange })
  const { id: userId } = useOperation('getAuthenticatedUser', {})
  // The editor follows the change request by itself.
  useLiveChangeRequest({ ...params, userId, isOn: isChange && view === undefined })
  if (!isChange || one === undefined) return { button: null, aside: null }
  const open = (data?.items ?? []).filter((said) => said.target.page?.id === pageId && isOpen(said)).length
  return {
    button: (
      <Button
        ref={button}
        className="button comments-toggle"
        aria-label={`Comments: ${open} open`}
        aria-expanded={isShown}
        onPress={() => toggle(!isShown)}
      >
        <Icon name="chat-circle" />
        {open}
      </Button>
    ),
    aside: isShown && (
      <Suspense fallback={<div aria-busy="true" />}>
        <CommentsPanel
          organizationId={organizationId}
          space={space}
          one={one}
          version={version}
          linked={comment}
          pageId={pageId}
          isNew={isNew}
          onClose={() => toggle(false)}
        />
      </Suspense>
    ),
  }
}

/** The panel is in the URL. The focus goes into it when it is opened, and back to its button. */
function usePanel(button: RefObject<HTMLButtonElement | null>) {
  const { comments, comment } = route.useSearch()
  const navigate = route.useNavigate()
  const [isNew, setNew] = useState(false)
  const toggle = (isWanted: boolean) => {
    setNew(isWanted)
    navigate({
      search: ({ view }) => ({ ...(view && { view }), ...(isWanted && { comments: true }) }),
      replace: true,
    })
    if (!isWanted) button.current?.focus()
  }
  return { isShown: comments === true || comment !== undefined, isNew, toggle }
}
