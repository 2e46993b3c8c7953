import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { Button } from 'react-aria-components'
import { toQuery, useOperation } from '../../app/operations.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { commentsOf } from '../../comments/discussion.ts'
import { useLiveChangeRequest } from '../../comments/live.ts'
import { useBegin } from '../../comments/new-comment.tsx'
import { TalkProvider } from '../../comments/talk-provider.tsx'
import { Icon } from '../../kit/icon.tsx'
import { KeyBar } from '../../kit/key-bar.tsx'
import { Screen } from '../../kit/screen.tsx'
import type { Changed } from '../changes/changed.ts'
import { Notes } from '../changes/notes.tsx'
import { PageDiff } from '../changes/page-diff.tsx'
import type { View } from '../changes/view.ts'
import { Views } from '../changes/views.tsx'
import { type ChangeRequestKey, comparedOf, type ReviewSearch, useChanged } from './review.ts'
import { ReviewActions } from './review-actions.tsx'
import { ReviewPanel } from './review-panel.tsx'
import { TalkTab } from './talk-tab.tsx'
import { useViewed } from './viewed.ts'
import '../../kit/tabs.css'
import './review-screen.css'

const route = getRouteApi('/o/$organizationId/s/$spaceId/~/review/$number')

/** What a change request changes, page by page, and what stands between it and the merge. */
export function ReviewScreen() {
  const { organizationId, spaceId, number } = route.useParams()
  const { view = 'rendered', comment } = route.useSearch()
  const params = { spaceId, changeRequestId: number }
  const { id: userId } = useOperation('getAuthenticatedUser', {})
  useLiveChangeRequest({ ...params, userId })
  const space = useOperation('getSpaceById', { params: { spaceId } })
  const one = useSuspenseQuery(toQuery('getChangeRequestById', { params })).data
  const { items } = useChanged(params)
  const { item, isTalk } = useShown(params, items)
  const title = one.subject || 'Untitled change'
  const crumbs = (
    <nav className="crumbs" aria-label="Breadcrumbs">
      <Link to="/o/$organizationId/s/$spaceId/~/changes" params={{ organizationId, spaceId }}>
        {space.title || 'Untitled space'}
      </Link>
      <span>#{one.number}</span>
    </nav>
  )
  return (
    <Screen
      title={title}
      crumbs={crumbs}
      actions={<ReviewActions one={one} space={space} organizationId={organizationId} />}
      below={<Parts isTalk={isTalk} changes={items.length} comments={one.comments} />}
      footer={<KeyBar groups={['review']} />}
      aside={
        <ReviewPanel
          one={one}
          space={space}
          organizationId={organizationId}
          shown={isTalk ? undefined : item}
        />
      }
      isFull
    >
      <TalkProvider
        organizationId={organizationId}
        spaceId={spaceId}
        version={{ kind: 'change', id: number }}
        discussionId={one.id}
        mayComment={one.permissions.comment}
        mayEdit={one.permissions.edit}
        mayResolve={space.permissions.edit}
        linked={comment}
      >
        {isTalk ? (
          <TalkTab items={items} />
        ) : item === undefined ? (
          <p className="review-empty">Nothing has been changed yet. Edit a page of this change request.</p>
        ) : (
          <Item
            key={item.id}
            item={item}
            items={items}
            view={view}
            one={one}
            organizationId={organizationId}
          />
        )}
      </TalkProvider>
    </Screen>
  )
}

/** The changed page that the URL names, or has a comment on that it names; or else what people say. */
function useShown(params: ChangeRequestKey, items: readonly Changed[]) {
  const { page, tab, comment } = route.useSearch()
  const comments = useSuspenseQuery(commentsOf(params)).data.items
  const linked = comments.find(({ id }) => id === comment)?.target
  const named = items.find(({ id }) => id === (page ?? linked?.page?.id))
  return { item: named ?? items[0], isTalk: tab === 'talk' || (linked !== undefined && named === undefined) }
}

interface PartsProps {
  readonly isTalk: boolean
  readonly changes: number
  /** How many are open. */
  readonly comments: number
}

/** A link is the current one if the URL says just the same; a link to a comment leads to either. */
const exactly = { exact: true, includeSearch: true, explicitUndefined: true }

function Parts({ isTalk, changes, comments }: PartsProps) {
  const to = (tab?: 'talk') => ({
    from: route.id,
    to: '.',
    search: ({ page, view }: ReviewSearch) => ({ page, view, tab, comment: undefined }),
    activeOptions: exactly,
    ...(isTalk === (tab === 'talk') && { 'aria-current': 'page' as const }),
  })
  return (
    <div className="tab-bar">
      <nav className="tabs" aria-label="Review">
        <Link {...to()}>
          Changes <span className="count">{changes}</span>
        </Link>
        <Link {...to('talk')}>
          Talk <span className="count">{comments}</span>
        </Link>
      </nav>
    </div>
  )
}

interface ItemProps {
  readonly item: Changed
  readonly items: readonly Changed[]
  readonly view: View
  readonly one: Parameters<typeof ReviewPanel>[0]['one']
  readonly organizationId: string
}

function Item({ item, items, view, one, organizationId }: ItemProps) {
  const body = useRef<HTMLDivElement>(null)
  const navigate = route.useNavigate()
  const at = useRef<HTMLElement>(null)
  const { isViewed, toggle } = useViewed(one.id)
  const place = items.indexOf(item)
  const compared = comparedOf(one, organizationId)
  const go = (by: 1 | -1) => {
    const next = body.current && changeBeside(body.current, at.current, by)
    if (next) {
      at.current = next
      next.focus({ preventScroll: true })
      next.scrollIntoView({ block: 'center' })
    } else if (items[place + by] !== undefined)
      navigate({ search: (before) => ({ ...before, page: items[place + by]?.id }) })
  }
  const begin = useBegin()
  const comment = () => {
    const row = document.activeElement?.closest<HTMLElement>('.change-row')
    const button = row?.querySelector<HTMLElement>('.comment-button')
    if (button) button.click()
    else if (item.type === 'page') begin({ page: item.id })
  }
  useShortcuts('review', { j: () => go(1), k: () => go(-1), v: () => toggle(item), c: comment })
  return (
    <>
      <div className="review-page">
        <h2 className="cut">{item.title}</h2>
        <span className="cut">{item.path}</span>
        <div className="tab-bar-end">
          <Button className="icon-button" aria-label="Previous change" onPress={() => go(-1)}>
            <Icon name="arrow-up" />
          </Button>
          <Button className="icon-button" aria-label="Next change" onPress={() => go(1)}>
            <Icon name="arrow-down" />
          </Button>
          {item.type === 'page' && <Views view={view} />}
          <label className="review-viewed">
            <input type="checkbox" checked={isViewed(item)} onChange={() => toggle(item)} /> Viewed
          </label>
        </div>
      </div>
      <div className="review-body" ref={body}>
        <Notes item={item} isKindShown={item.type === 'file'} />
        <PageDiff item={item} compared={compared} view={view} />
      </div>
    </>
  )
}

/** The next change or the one before. What is not drawn yet is drawn once it gets the focus. */
function changeBeside(body: HTMLElement, from: HTMLElement | null, by: 1 | -1): HTMLElement | undefined {
  const stops = [...body.querySelectorAll<HTMLElement>('[data-change], .near-rows-room')]
  const next = stops[(from ? stops.indexOf(from) : -1) + by]
  if (next === undefined || next.dataset.change !== undefined) return next
  next.focus({ preventScroll: true })
  return changeBeside(body, from, by)
}
