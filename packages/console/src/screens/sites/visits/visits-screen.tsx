import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { adviceFor } from '../../../app/failures.tsx'
import { toQuery } from '../../../app/operations.ts'
import { SiteScreen } from '../site-screen.tsx'
import type { InSite } from '../sites.ts'
import { DayChart } from './day-chart.tsx'
import {
  type Count,
  type Counted,
  countsOf,
  everyDay,
  type Range,
  ranges,
  rangeWords,
  sumOf,
} from './visits.ts'
import '../../../kit/segments.css'
import './visits-screen.css'

const route = getRouteApi('/o/$organizationId/sites/$siteId/visits')

const measures = [
  { type: 'page_view', label: 'Views' },
  { type: 'search_type_query', label: 'Searches' },
  { type: 'search_no_results', label: 'Searches without results' },
  { type: 'page_post_feedback', label: 'Answers about pages' },
] as const

/** What happened on a site, without anything about who did it. */
export function VisitsScreen() {
  const params = route.useParams()
  const { range = 'last30Days' } = route.useSearch()
  return (
    <SiteScreen params={params} title="Visits" action={<Ranges />}>
      <div className="visits">
        {measures.map(({ type, label }) => (
          <Measure key={type} params={params} range={range} type={type} label={label} />
        ))}
      </div>
      <div className="visits-lists">
        <List params={params} range={range} of={{ type: 'page_view', column: 'page' }} title="Pages">
          {({ value }) => <PageTitle value={value} />}
        </List>
        <List
          params={params}
          range={range}
          of={{ type: 'page_view', column: 'urlPath' }}
          title="Broken links"
          note="Paths that visitors opened and that lead to no page. A redirect helps them."
        >
          {({ value }) => <code className="cut">{String(value)}</code>}
        </List>
        <List
          params={params}
          range={range}
          of={{ type: 'search_type_query', column: 'eventSearchQuery' }}
          title="Searched for"
        >
          {({ value }) => <span className="cut">{String(value)}</span>}
        </List>
        <List
          params={params}
          range={range}
          of={{ type: 'search_no_results', column: 'eventSearchQuery' }}
          title="Searched for in vain"
          note="What a page could say."
        >
          {({ value }) => <span className="cut">{String(value)}</span>}
        </List>
        <List
          params={params}
          range={range}
          of={{ type: 'page_post_feedback', column: 'eventPageFeedbackRating' }}
          title="Whether pages helped"
        >
          {({ value }) => <span className="cut">{ratings[String(value)] ?? String(value)}</span>}
        </List>
      </div>
    </SiteScreen>
  )
}

const ratings: Readonly<Record<string, string>> = { good: 'Yes', ok: 'Partly', bad: 'No' }

function Ranges() {
  return (
    <nav className="segments" aria-label="Range">
      {ranges.map((range) => (
        <Link
          key={range}
          to="."
          search={range === 'last30Days' ? {} : { range }}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {rangeWords[range]}
        </Link>
      ))}
    </nav>
  )
}

interface MeasureProps {
  readonly params: InSite
  readonly range: Range
  readonly type: Counted['type']
  readonly label: string
}

function Measure({ params, range, type, label }: MeasureProps) {
  const { data, error } = useQuery({
    ...countsOf(params, range, { type, column: 'datetime' }),
    throwOnError: false,
  })
  const days = everyDay(data ?? [], range)
  return (
    <section className="visits-measure" aria-label={label}>
      <h2>
        {label} <b>{sumOf(data ?? [])}</b>
      </h2>
      {error ? <p role="alert">{adviceFor(error)}</p> : <DayChart label={label} days={days} />}
    </section>
  )
}

interface ListProps {
  readonly params: InSite
  readonly range: Range
  readonly of: Counted
  readonly title: string
  readonly note?: string
  readonly children: (count: Count) => ReactNode
}

function List({ params, range, of, title, note, children }: ListProps) {
  const { data = [] } = useQuery({ ...countsOf(params, range, of), throwOnError: false })
  return (
    <section className="visits-list" aria-label={title}>
      <h2>{title}</h2>
      {note && <small>{note}</small>}
      {data.length === 0 && <p>Nothing in this time.</p>}
      <ol>
        {data.map((one) => (
          <li key={JSON.stringify(one.value)}>
            {children(one)}
            <span className="count">{one.count}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A page by its title, or by its ID if it is gone. */
function PageTitle({ value }: { readonly value: unknown }) {
  const { organizationId } = route.useParams()
  const { page: pageId, space: spaceId } = value as { readonly page: string; readonly space: string }
  const { data } = useQuery({
    ...toQuery('getPageById', { params: { spaceId, pageId } }),
    throwOnError: false,
  })
  if (data === undefined || !('path' in data)) return <span className="cut">A page that is gone</span>
  return (
    <Link
      className="cut"
      to="/o/$organizationId/s/$spaceId/$"
      params={{ organizationId, spaceId, _splat: data.path }}
    >
      {data.title}
    </Link>
  )
}
