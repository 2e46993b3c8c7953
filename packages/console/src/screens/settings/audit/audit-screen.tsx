import type { AuditEvent } from '@stemma/contract'
import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import { useOperation } from '../../../app/operations.ts'
import { useEveryPart } from '../../../app/parts.ts'
import { useEverySpace } from '../../../app/spaces.ts'
import { Choice } from '../../../kit/choice.tsx'
import { Face } from '../../../kit/face.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { KeyBar } from '../../../kit/key-bar.tsx'
import { useRowKeys } from '../../../kit/row-keys.ts'
import { Screen } from '../../../kit/screen.tsx'
import { ShowMore } from '../../../kit/show-more.tsx'
import { type AuditSearch, actorOf, defaultPeriod, eventsOf, isPeriod, membersOf, periods } from './audit.ts'
import { ExportMenu } from './export-menu.tsx'
import { aboutOf, momentOf, sidesOf } from './in-words.ts'
import '../../../kit/diff/marks.css'
import './audit-screen.css'

const route = getRouteApi('/o/$organizationId/settings/audit')

/** Who did what in the organization, and when. */
export function AuditScreen() {
  const { organizationId } = route.useParams()
  const search = route.useSearch()
  const { title } = useOperation('getOrganizationById', { params: { organizationId } })
  const list = useRef<HTMLDivElement>(null)
  useRowKeys(list)
  const crumbs = (
    <nav className="crumbs" aria-label="Breadcrumbs">
      <Link to="/o/$organizationId" params={{ organizationId }}>
        {title}
      </Link>
      <span>Settings</span>
      <span />
    </nav>
  )
  return (
    <Screen
      title="Audit log"
      crumbs={crumbs}
      actions={<ExportMenu organizationId={organizationId} search={search} />}
      below={<Filters organizationId={organizationId} search={search} />}
      footer={<KeyBar groups={['rows']} />}
      isFull
    >
      <div ref={list}>
        <Events organizationId={organizationId} search={search} />
      </div>
    </Screen>
  )
}

interface PartProps {
  readonly organizationId: string
  readonly search: AuditSearch
}

const unfiltered = 'any'
const periodNames = {
  '1': 'last 24 hours',
  '7': 'last 7 days',
  '30': 'last 30 days',
  all: 'all of it',
} as const

/** Everything that is chosen here is in the URL. */
function Filters({ organizationId, search }: PartProps) {
  const navigate = route.useNavigate()
  const params = { organizationId }
  const { items: actions } = useOperation('listOrganizationAuditEventActions', { params })
  const memberList = useSuspenseInfiniteQuery(membersOf(organizationId))
  useEveryPart(memberList)
  const members = memberList.data.pages.flatMap(({ items }) => items)
  const { items: spaces } = useEverySpace(params)
  const { count } = useEvents({ organizationId, search })
  const go = (name: 'actor' | 'action' | 'space') => (id: string) =>
    navigate({ search: ({ [name]: _, ...rest }) => (id === unfiltered ? rest : { ...rest, [name]: id }) })
  const withAny = (name: string, options: readonly { readonly id: string; readonly name: string }[]) => [
    { id: unfiltered, name },
    ...options,
  ]
  const { period = defaultPeriod, actor = unfiltered, action = unfiltered, space = unfiltered } = search
  return (
    <search className="audit-filters">
      <Choice
        label="Period"
        value={period}
        options={periods.map((id) => ({ id, name: periodNames[id] }))}
        onChange={(id) => isPeriod(id) && navigate({ search: (now) => ({ ...now, period: id }) })}
      />
      <Choice
        label="Person"
        value={actor}
        options={withAny(
          'anyone',
          listed(
            members.map(({ user }) => ({ id: user.id, name: user.displayName })),
            actor,
          ),
        )}
        onChange={go('actor')}
      />
      <Choice
        label="Action"
        value={action}
        options={withAny(
          'any',
          listed(
            actions.map(({ id, label }) => ({ id, name: label })),
            action,
          ),
        )}
        onChange={go('action')}
      />
      <Choice
        label="Space"
        value={space}
        options={withAny(
          'any',
          listed(
            spaces.map(({ id, title }) => ({ id, name: title || 'Untitled space' })),
            space,
          ),
        )}
        onChange={go('space')}
      />
      <span className="audit-count" role="status">
        {count === 1 ? '1 event' : `${count} events`}
      </span>
    </search>
  )
}

/** What the URL names can be missing from the list: somebody who left, a space in the trash. */
function listed(options: readonly { readonly id: string; readonly name: string }[], chosen: string) {
  const isThere = chosen === unfiltered || options.some(({ id }) => id === chosen)
  return isThere ? options : [...options, { id: chosen, name: chosen }]
}

function useEvents({ organizationId, search }: PartProps) {
  const list = useSuspenseInfiniteQuery(eventsOf(organizationId, search))
  const { pages } = list.data
  return { list, events: pages.flatMap(({ items }) => items), count: pages[0]?.count ?? 0 }
}

function Events(props: PartProps) {
  const { events, count, list } = useEvents(props)
  const { items: spaces } = useEverySpace(props)
  const { pages } = useSuspenseInfiniteQuery(membersOf(props.organizationId)).data
  const members = pages.flatMap(({ items }) => items)
  const { items: sites } = useOperation('listSites', { params: { organizationId: props.organizationId } })
  const names = new Map([
    ...sites.map(({ id, title }) => [id, title] as const),
    ...spaces.map(({ id, title }) => [id, title] as const),
    ...members.map(({ user }) => [user.id, user.displayName] as const),
  ])
  if (events.length === 0)
    return (
      <p className="audit-none">
        Nothing was recorded that matches. Choose a longer period, or fewer filters.
      </p>
    )
  return (
    <>
      <div className="audit-row audit-head" aria-hidden="true">
        <span>Time, UTC</span>
        <span>Person</span>
        <span>Action</span>
        <span>What changed</span>
        <span>Request</span>
      </div>
      <ul className="audit" aria-label="Events">
        {events.map((event) => (
          <Row key={event.id} event={event} about={aboutOf(event, (id) => names.get(id))} />
        ))}
      </ul>
      {list.hasNextPage && (
        <p className="audit-more">
          <ShowMore list={list} />
          {events.length} of {count} are shown.
        </p>
      )}
    </>
  )
}

interface RowProps {
  readonly event: AuditEvent
  readonly about: string
}

/** One line, which opens to everything that is known. */
function Row({ event, about }: RowProps) {
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  const { action, requestId, createdAt } = event
  return (
    <li className="audit-item" data-open={isOpen || undefined}>
      <Button
        className="audit-row"
        data-row={event.id}
        aria-expanded={isOpen}
        {...(isOpen && { 'aria-controls': details })}
        onPress={() => setOpen(!isOpen)}
      >
        <time dateTime={createdAt}>{momentOf(event)}</time>
        <Actor event={event} />
        <span className="cut">
          <code>{action}</code>
        </span>
        <span className="audit-about cut">{about}</span>
        <span className="audit-request cut">{requestId ?? 'none'}</span>
        <Icon name={isOpen ? 'caret-down' : 'caret-right'} />
      </Button>
      {isOpen && <Details id={details} event={event} />}
    </li>
  )
}

function Actor({ event: { actor } }: Pick<RowProps, 'event'>) {
  const isUser = actor.type === 'user'
  const { data, isPending } = useQuery({ ...actorOf(actor.id), enabled: isUser })
  if (!isUser) return <span className="audit-actor">System</span>
  return (
    <span className="audit-actor">
      {data && <Face user={data} />}
      <span className="cut">{data?.displayName ?? (isPending ? '…' : actor.id)}</span>
    </span>
  )
}

interface DetailsProps {
  readonly id: string
  readonly event: AuditEvent
}

function Details({ id, event }: DetailsProps) {
  const { requestId, target, source, details } = event
  return (
    <div className="audit-details" id={id}>
      <dl className="marks">
        <dt>Request</dt>
        <dd>
          <code>{requestId ?? 'none'}</code>
        </dd>
        <dt>Source</dt>
        <dd>{source === 'api' ? 'A request' : 'The server itself'}</dd>
        <dt>Target</dt>
        <dd>
          {target.type.replaceAll('_', ' ')} <code>{target.id}</code>
        </dd>
        {sidesOf(details).map(({ name, before, after }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <del>{before}</del> <ins>{after}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are moved sideways by keyboard too. */}
      <section aria-label="Details" tabIndex={0}>
        <pre>{JSON.stringify(details, null, 2)}</pre>
      </section>
    </div>
  )
}
