import type { DocumentNode, Space } from '@stemma/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import { toQuery, useOperation } from '../../app/operations.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { commentsOf, isOpen } from '../../comments/discussion.ts'
import { useLiveChangeRequest, useLiveComments } from '../../comments/live.ts'
import { showInText } from '../../comments/show-in-text.ts'
import type { TalkProviderProps } from '../../comments/talk-provider.tsx'
import { Icon } from '../../kit/icon.tsx'
import type { Version } from './place.ts'

const panel = () => import('../../comments/comments-panel.tsx')
const CommentsPanel = lazy(async () => ({ default: (await panel()).CommentsPanel }))
const Said = lazy(async () => ({ default: (await panel()).Said }))

const route = getRouteApi('/o/$organizationId/s/$spaceId/$')

interface PageCommentsProps {
  readonly organizationId: string
  readonly space: Space
  readonly version: Version
  readonly pageId: string
}

export interface PageComments {
  readonly button: ReactNode
  /** The panel beside an editor. */
  readonly aside: ReactNode
  /** The discussion; earlier revisions have none. */
  readonly talk?: Omit<TalkProviderProps, 'children'> | undefined
  /** The panel beside a text to read, whose blocks can be commented on, inside of the discussion. */
  readonly beside?: ((blocks: readonly DocumentNode[]) => ReactNode) | undefined
}

/** A button with the number of open comments on a page, and the panel that it opens. */
export function usePageComments(props: PageCommentsProps): PageComments {
  const { organizationId, version, pageId } = props
  const { view } = route.useSearch()
  const button = useRef<HTMLButtonElement>(null)
  const { isShown, isNew, toggle } = usePanel(button)
  const { talk, discussion } = usePageTalk(props)
  const { data } = useQuery({ ...commentsOf(discussion), enabled: talk !== undefined })
  const { id: userId } = useOperation('getAuthenticatedUser', {})
  const { spaceId, changeRequestId = '' } = discussion
  // The editor follows what it writes by itself.
  const isRead = talk !== undefined && view === undefined
  useLiveChangeRequest({ spaceId, changeRequestId, userId, isOn: isRead && version.kind === 'change' })
  const isSpace = version.kind === 'current'
  useLiveComments({ organizationId, spaceId, userId, isOn: isRead && isSpace && isShown })
  useShortcuts('page', talk !== undefined && view === undefined ? { c: () => toggle(!isShown) } : {})
  if (talk === undefined) return { button: null, aside: null }
  const open = (data?.items ?? []).filter((said) => said.target.page?.id === pageId && isOpen(said)).length
  const said = { pageId, isNew, onClose: () => toggle(false) }
  const loaded = (children: ReactNode) => <Suspense fallback={<div aria-busy="true" />}>{children}</Suspense>
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
    aside: isShown && loaded(<CommentsPanel talk={talk} {...said} />),
    talk,
    beside: isShown ? (blocks) => loaded(<Said {...said} blocks={blocks} />) : undefined,
  }
}

/** Where people talk about a page: in its change request, or in the space. */
function usePageTalk({ organizationId, space, version, pageId }: PageCommentsProps) {
  const { comment } = route.useSearch()
  const isChange = version.kind === 'change'
  const changeRequestId = isChange ? version.id : undefined
  const params = { spaceId: space.id, changeRequestId: changeRequestId ?? '' }
  const { data: one } = useQuery({ ...toQuery('getChangeRequestById', { params }), enabled: isChange })
  const isSpace = version.kind === 'current' && space.permissions.comment
  const about = isChange ? one : isSpace ? space : undefined
  const talk = about && {
    organizationId,
    spaceId: space.id,
    version,
    ...(isSpace && { pageId }),
    discussionId: about.id,
    mayComment: about.permissions.comment,
    // Suggestions are applied in change requests.
    mayEdit: isChange && about.permissions.edit,
    mayResolve: space.permissions.edit,
    linked: comment,
    onShow: showInText,
  }
  return { talk, discussion: { spaceId: space.id, changeRequestId, ...(isSpace && { pageId }) } }
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
