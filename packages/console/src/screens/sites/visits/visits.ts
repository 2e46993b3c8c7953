import type { SiteEventAggregation } from '@stemma/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../app/client.ts'
import type { InSite } from '../sites.ts'

export const ranges = ['last7Days', 'last30Days', 'last3Months', 'lastYear'] as const
export type Range = (typeof ranges)[number]

export function isRange(value: unknown): value is Range {
  return ranges.some((one) => one === value)
}

export const rangeWords: Readonly<Record<Range, string>> = {
  last7Days: '7 days',
  last30Days: '30 days',
  last3Months: '3 months',
  lastYear: 'A year',
}

type EventType = 'page_view' | 'search_type_query' | 'search_no_results' | 'page_post_feedback'

export interface Counted {
  readonly type: EventType
  readonly column: 'datetime' | 'page' | 'urlPath' | 'eventSearchQuery' | 'eventPageFeedbackRating'
}

/** What is counted by day. */
export const measures = {
  views: { type: 'page_view', column: 'datetime' },
  searches: { type: 'search_type_query', column: 'datetime' },
  vainSearches: { type: 'search_no_results', column: 'datetime' },
  answers: { type: 'page_post_feedback', column: 'datetime' },
} as const satisfies Readonly<Record<string, Counted>>

/** What is listed with the most frequent first. */
export const lists = {
  pages: { type: 'page_view', column: 'page' },
  brokenLinks: { type: 'page_view', column: 'urlPath' },
  queries: { type: 'search_type_query', column: 'eventSearchQuery' },
  vainQueries: { type: 'search_no_results', column: 'eventSearchQuery' },
  ratings: { type: 'page_post_feedback', column: 'eventPageFeedbackRating' },
} as const satisfies Readonly<Record<string, Counted>>

export interface Count {
  readonly value: unknown
  readonly count: number
}

/** How often something happened, by day in their order, or by another column with the most frequent first. */
export function countsOf(params: InSite, range: Range = 'last30Days', { type, column }: Counted) {
  const isByDay = column === 'datetime'
  const body: SiteEventAggregation = {
    select: [{ column }, { column: 'eventsCount' }],
    where: [{ column: 'eventType', values: [type] }, ...whereOf(column)],
    order: { by: { column: isByDay ? column : 'eventsCount' }, direction: isByDay ? 'asc' : 'desc' },
    range,
    limit: isByDay ? daysMax : rowsMax,
  }
  return queryOptions({
    queryKey: ['orgs', params.organizationId, 'sites', params.siteId, 'insights', body],
    queryFn: async (): Promise<readonly Count[]> => {
      const { columns } = await api.aggregateSiteEvents({ params, body })
      const [values = [], counts = []] = columns.map((one) => one.values)
      return values.map((value, at) => ({ value, count: Number(counts[at]) }))
    },
  })
}

const daysMax = 400
const rowsMax = 10

/** Views of pages have no path, and those of paths without a page have no page. */
function whereOf(column: Counted['column']) {
  if (column !== 'page' && column !== 'urlPath') return []
  return [{ column, values: [null], operator: 'notIn' as const }]
}

export function sumOf(counts: readonly Count[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}

/** Every day of the range, also those on which nothing happened. */
export function everyDay(counts: readonly Count[], range: Range, now = new Date()): readonly DayCount[] {
  const known = new Map(counts.map(({ value, count }) => [String(value).slice(0, 10), count]))
  return Array.from({ length: days[range] }, (_, at) => {
    const day = new Date(now.getTime() - (days[range] - 1 - at) * 86_400_000).toISOString().slice(0, 10)
    return { day, count: known.get(day) ?? 0 }
  })
}

export interface DayCount {
  readonly day: string
  readonly count: number
}

const days: Readonly<Record<Range, number>> = { last7Days: 7, last30Days: 30, last3Months: 92, lastYear: 366 }
