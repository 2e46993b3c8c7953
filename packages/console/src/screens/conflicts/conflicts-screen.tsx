import type { ChangeRequest, Conflict, Space } from '@stemma/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { Button } from 'react-aria-components'
import { toQuery, useOperation } from '../../app/operations.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { Icon } from '../../kit/icon.tsx'
import { KeyBar } from '../../kit/key-bar.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Screen } from '../../kit/screen.tsx'
import { ConflictView } from './conflict-view.tsx'
import { conflictsOf } from './conflicts.ts'
import { resolutionOf, useDecisions } from './decisions.ts'
import { useSending } from './use-sending.ts'
import './conflicts-screen.css'

const route = getRouteApi('/o/$organizationId/s/$spaceId/~/review/$number/conflicts')

/** Decides what a change request and its space changed in different ways. Nothing is sent before the last. */
export function ConflictsScreen() {
  const { organizationId, spaceId, number } = route.useParams()
  const params = { spaceId, changeRequestId: number }
  const space = useOperation('getSpaceById', { params: { spaceId } })
  const one = useSuspenseQuery(toQuery('getChangeRequestById', { params })).data
  const { items } = useSuspenseQuery(conflictsOf(params)).data
  const isOpen = one.status === 'open' || one.status === 'draft'
  const crumbs = <Crumbs one={one} space={space} organizationId={organizationId} />
  if (!isOpen || items.length === 0)
    return (
      <Screen title="Conflicts" crumbs={crumbs}>
        <Notice icon="check-circle" tone="success">
          <p>
            {isOpen
              ? 'There are no conflicts: nobody changed in the space what this change request changes.'
              : `This change request is ${one.status}, so there is nothing to decide.`}
          </p>
          <Link
            className="button"
            to="/o/$organizationId/s/$spaceId/~/review/$number"
            params={{ organizationId, spaceId, number }}
          >
            Back to the review
          </Link>
        </Notice>
      </Screen>
    )
  return <Deciding one={one} space={space} items={items} crumbs={crumbs} organizationId={organizationId} />
}

interface DecidingProps {
  readonly one: ChangeRequest
  readonly space: Space
  readonly items: readonly Conflict[]
  readonly crumbs: ReactNode
  readonly organizationId: string
}

function Deciding({ one, space, items, crumbs, organizationId }: DecidingProps) {
  const navigate = route.useNavigate()
  const { conflict: shown } = route.useSearch()
  const { decisions } = useDecisions(one.id)
  const { send, isPending, refusal, clear } = useSending(one, organizationId)
  const place = Math.max(
    items.findIndex(({ id }) => id === shown),
    0,
  )
  const [conflict] = items.slice(place)
  const decided = items.filter((item) => resolutionOf(item, decisions[item.id])).length
  const isReady = decided === items.length && space.permissions.edit
  const go = (by: 1 | -1) => {
    const next = items[place + by]
    if (next !== undefined) navigate({ search: { conflict: next.id } })
  }
  const sendAll = () => isReady && send(items)
  useShortcuts('conflicts', { j: () => go(1), k: () => go(-1), 'mod+enter': sendAll })
  return (
    <Screen
      title={`Conflict ${place + 1} of ${items.length}`}
      crumbs={crumbs}
      actions={
        <div className="conflict-acts">
          <span className="conflict-count">{isReady ? 'All decided' : `${decided} decided`}</span>
          <Button
            className="button"
            data-kind="primary"
            isDisabled={!isReady}
            isPending={isPending}
            onPress={sendAll}
          >
            Send decisions
          </Button>
        </div>
      }
      footer={<KeyBar groups={['conflicts', 'conflict']} />}
    >
      <Moved one={one} items={items} refusal={refusal} onRead={clear} />
      {!space.permissions.edit && (
        <Notice icon="info">
          <p>People with edit level on the space can decide these conflicts.</p>
        </Notice>
      )}
      <Suspense fallback={<p>Loading…</p>}>
        {conflict && (
          <ConflictView
            key={conflict.id}
            conflict={conflict}
            one={one}
            organizationId={organizationId}
            mayDecide={space.permissions.edit}
            steps={<Steps place={place} count={items.length} onGo={go} />}
          />
        )}
      </Suspense>
    </Screen>
  )
}

type CrumbsProps = Pick<DecidingProps, 'one' | 'space' | 'organizationId'>

function Crumbs({ one, space, organizationId }: CrumbsProps) {
  const params = { organizationId, spaceId: space.id }
  return (
    <nav className="crumbs" aria-label="Breadcrumbs">
      <Link to="/o/$organizationId/s/$spaceId/~/changes" params={params}>
        {space.title || 'Untitled space'}
      </Link>
      <Link
        to="/o/$organizationId/s/$spaceId/~/review/$number"
        params={{ ...params, number: String(one.number) }}
      >
        #{one.number} {one.subject}
      </Link>
    </nav>
  )
}

interface MovedProps {
  readonly one: ChangeRequest
  readonly items: readonly Conflict[]
  readonly refusal: string | undefined
  readonly onRead: () => void
}

/** Why nothing was sent, and which decisions were about something that is gone. */
function Moved({ one, items, refusal, onRead }: MovedProps) {
  const { decisions, keepOnly } = useDecisions(one.id)
  const ids = new Set(items.map(({ id }) => id))
  const lost = Object.keys(decisions).filter((id) => !ids.has(id)).length
  if (lost === 0 && refusal === undefined) return null
  const read = () => {
    keepOnly(items)
    onRead()
  }
  return (
    <div role="alert">
      <Notice icon="warning" tone="warning">
        <p>
          {refusal ?? 'The space or the change request has changed since you decided.'}
          {lost === 1 && ' One decision doesn’t fit any more. The others are kept.'}
          {lost > 1 && ` ${lost} decisions don’t fit any more. The others are kept.`}
        </p>
        <Button className="button" onPress={read}>
          OK
        </Button>
      </Notice>
    </div>
  )
}

interface StepsProps {
  readonly place: number
  readonly count: number
  readonly onGo: (by: 1 | -1) => void
}

function Steps({ place, count, onGo }: StepsProps) {
  return (
    <div className="conflict-steps">
      <Button
        className="icon-button"
        aria-label="Previous conflict"
        isDisabled={place === 0}
        onPress={() => onGo(-1)}
      >
        <Icon name="arrow-up" />
      </Button>
      <Button
        className="icon-button"
        aria-label="Next conflict"
        isDisabled={place === count - 1}
        onPress={() => onGo(1)}
      >
        <Icon name="arrow-down" />
      </Button>
    </div>
  )
}
