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
  lists,
  measures,
  type Range,
  ranges,
  rangeWords,
  sumOf,
} from './visits.ts'
import '../../../kit/segments.css'
import './visits-screen.css'

const route = getRouteApi('/o/$organizationId/sites/$siteId/visits')

/** What happened on a site, without anything about who did it. */
export function VisitsScreen() {
  const params = route.useParams()
  const { range = 'last30Days' } = route.useSearch()
  return (
    <SiteScreen params={params} title="Visits" action={<Ranges />}>
      <div className="visits">
        <Measure params={params} range={range} of={measures.views} label="Views" />
        <Measure params={params} range={range} of={measures.searches} label="Searches" />
        <Measure params={params} range={range} of={measures.vainSearches} label="Searches without results" />
        <Measure params={params} range={range} of={measures.answers} label="Answers about pages" />
      </div>
      <div className="visits-lists">
        <List params={params} range={range} of={lists.pages} title="Pages">
          {({ value }) => <PageTitle value={value} />}
        </List>
        <List
          params={params}
          range={range}
          of={lists.brokenLinks}
          title="Broken links"
          note="Paths that visitors opened and that lead to no page. A redirect helps them."
        >
          {({ value }) => <code className="cut">{String(value)}</code>}
        </List>
        <List params={params} range={range} of={lists.queries} title="Searched for">
          {({ value }) => <span className="cut">{String(value)}</span>}
        </List>
        <List
          params={params}
          range={range}
          of={lists.vainQueries}
          title="Searched for in vain"
          note="What a page could say."
        >
          {({ value }) => <span className="cut">{String(value)}</span>}
        </List>
        <List params={params} range={range} of={lists.ratings} title="Whether pages helped">
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
  readonly of: Counted
  readonly label: string
}

function Measure({ params, range, of, label }: MeasureProps) {
  const { data, error } = useQuery({ ...countsOf(params, range, of), throwOnError: false })
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
  const { data, isPending } = useQuery({
    ...toQuery('getPageById', { params: { spaceId, pageId } }),
    throwOnError: false,
  })
  if (isPending) return <span className="cut" aria-hidden="true" />
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
