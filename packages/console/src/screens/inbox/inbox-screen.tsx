import type { Notification } from '@stemma/contract'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { Button } from 'react-aria-components'
import { announce } from '../../app/announcements.tsx'
import { offers } from '../../app/offers.ts'
import { useWrite } from '../../app/operations.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { Face } from '../../kit/face.tsx'
import { Icon } from '../../kit/icon.tsx'
import { KeyBar } from '../../kit/key-bar.tsx'
import { useRowKeys } from '../../kit/row-keys.ts'
import { Screen } from '../../kit/screen.tsx'
import { ShowMore } from '../../kit/show-more.tsx'
import { sayDay, sayTime } from '../../kit/when.ts'
import { inWords } from './in-words.ts'
import { notificationsOf, useUnread } from './inbox.ts'
import '../../kit/tabs.css'
import './inbox-screen.css'

const route = getRouteApi('/o/$organizationId/inbox')

/** What happened that concerns the reader, by day. */
export function InboxScreen() {
  const { organizationId } = route.useParams()
  const { unread = false } = route.useSearch()
  const list = useSuspenseInfiniteQuery(notificationsOf(organizationId, unread))
  const items = list.data.pages.flatMap((page) => page.items)
  const rows = useRef<HTMLDivElement>(null)
  const mark = useMark(organizationId)
  const isAnyUnread = useUnread(organizationId) > 0
  useRowKeys(rows)
  useShortcuts('inbox', {
    m: () => {
      const id = (document.activeElement as HTMLElement | null)?.dataset.notification
      const one = items.find((each) => each.id === id)
      if (one !== undefined) mark([one.id], one.readAt === undefined)
    },
  })
  const markAll = (
    <Button
      className="button"
      {...offers('markNotifications', { organizationId })}
      isDisabled={!isAnyUnread}
      onPress={() => mark(undefined, true)}
    >
      <Icon name="check" /> Mark all as read
    </Button>
  )
  return (
    <Screen
      title="Inbox"
      actions={markAll}
      below={<Tabs organizationId={organizationId} />}
      footer={<KeyBar groups={['rows', 'inbox']} />}
    >
      <div className="inbox" ref={rows}>
        {items.length === 0 && <Empty organizationId={organizationId} isFiltered={unread} />}
        {[...Map.groupBy(items, ({ createdAt }) => sayDay(createdAt))].map(([day, some]) => (
          <section key={day} aria-label={day}>
            <h2 className="inbox-day">{day}</h2>
            <ul className="inbox-list">
              {some.map((one) => (
                <Row key={one.id} one={one} organizationId={organizationId} onMark={mark} />
              ))}
            </ul>
          </section>
        ))}
        <ShowMore list={list} />
      </div>
    </Screen>
  )
}

type Mark = (ids: readonly string[] | undefined, read: boolean) => void

function useMark(organizationId: string): Mark {
  const { mutate } = useWrite('markNotifications', () => ['orgs', organizationId, 'notifications'])
  return (ids, read) => {
    const body = { read, ...(ids && { notifications: [...ids] }) }
    const onSuccess = () => announce(read ? 'Marked as read' : 'Marked as unread')
    mutate({ params: { organizationId }, body }, { onSuccess })
  }
}

function Tabs({ organizationId }: { readonly organizationId: string }) {
  const to = { to: '/o/$organizationId/inbox', params: { organizationId } } as const
  const options = { exact: true, includeSearch: true }
  return (
    <div className="tab-bar">
      <nav className="tabs" aria-label="Which notifications">
        <Link {...to} search={{}} activeOptions={options}>
          All
        </Link>
        <Link {...to} search={{ unread: true }} activeOptions={options}>
          Unread
        </Link>
      </nav>
    </div>
  )
}

interface RowProps {
  readonly one: Notification
  readonly organizationId: string
  readonly onMark: Mark
}

function Row({ one, organizationId, onMark }: RowProps) {
  const { icon, before } = inWords(one)
  const isUnread = one.readAt === undefined
  const title = one.changeRequest
    ? `${one.changeRequest.subject || 'Untitled change'} #${one.changeRequest.number}`
    : (one.collection ? one.collection.title : one.space?.title) || 'Untitled space'
  return (
    <li className="notice-row" data-unread={isUnread || undefined}>
      {one.actor ? <Face user={one.actor} /> : <Icon name={icon} />}
      <Subject one={one} organizationId={organizationId} onOpen={() => isUnread && onMark([one.id], true)}>
        <span className="notice-line">
          {isUnread && <span className="hidden-text">Unread: </span>}
          {before} <b>{title}</b>
        </span>
        {one.comment?.text && <small className="notice-quote">{one.comment.text}</small>}
        <small className="dots">
          {one.changeRequest && <span>{one.space?.title || 'Untitled space'}</span>}
          <time dateTime={one.createdAt}>{sayTime(one.createdAt)}</time>
        </small>
      </Subject>
      <Button
        className="icon-button notice-mark"
        aria-label={isUnread ? `Mark as read: ${title}` : `Mark as unread: ${title}`}
        onPress={() => onMark([one.id], isUnread)}
      >
        <Icon name={isUnread ? 'check' : 'eye-slash'} />
      </Button>
    </li>
  )
}

interface SubjectProps extends Omit<RowProps, 'onMark'> {
  readonly onOpen: () => void
  readonly children: ReactNode
}

/** Leads to what the notification is about. Opening it marks it as read. */
function Subject({ one, organizationId, onOpen, children }: SubjectProps) {
  const props = { className: 'notice-text', 'data-row': true, 'data-notification': one.id, onClick: onOpen }
  if (one.collection !== undefined) {
    return (
      <Link {...props} to="/o/$organizationId" params={{ organizationId }}>
        {children}
      </Link>
    )
  }
  const params = { organizationId, spaceId: one.space?.id ?? '' }
  if (one.changeRequest === undefined)
    return (
      <Link {...props} to="/o/$organizationId/s/$spaceId" params={params}>
        {children}
      </Link>
    )
  const comment = one.comment?.id
  return (
    <Link
      {...props}
      to="/o/$organizationId/s/$spaceId/~/review/$number"
      params={{ ...params, number: String(one.changeRequest.number) }}
      search={comment === undefined ? {} : { comment }}
    >
      {children}
    </Link>
  )
}

interface EmptyProps {
  readonly organizationId: string
  readonly isFiltered: boolean
}

function Empty({ organizationId, isFiltered }: EmptyProps) {
  return (
    <div className="inbox-empty">
      <Icon name="bell" />
      <p>{isFiltered ? 'You have read everything.' : 'Nothing has happened yet that concerns you.'}</p>
      <p className="settings-note">
        Mentions, replies, reviews and merged changes appear here. Watch a space to be told of everything in
        it, and choose in the{' '}
        <Link to="/o/$organizationId/settings/notifications" params={{ organizationId }}>
          notification settings
        </Link>{' '}
        what you want to hear of.
      </p>
    </div>
  )
}
