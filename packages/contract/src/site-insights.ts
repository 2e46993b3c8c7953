import { type Static, Type } from 'typebox'
import { Body, type Operations } from './operation.ts'
import { Timestamp, Values } from './scalars.ts'

const eventsMax = 100

/** Other fields, which describe the visitor, are neither checked nor kept. */
const SiteEvent = Type.Object({
  type: Type.String({ minLength: 1, maxLength: 64 }),
  location: Type.Optional(
    Type.Object({
      space: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      page: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    }),
  ),
})

/** A column of events. Clients name more than the server keeps, and learn that from the answer. */
const Column = Type.Object({
  column: Type.String({ minLength: 1, maxLength: 64 }),
  interval: Type.Optional(Values(['hour', 'day', 'week', 'month'])),
  precision: Type.Optional(Type.Integer({ minimum: 0, maximum: 15 })),
})

const Filter = Type.Object({
  column: Type.String({ minLength: 1, maxLength: 64 }),
  values: Type.Array(Type.Unknown(), { maxItems: 1000 }),
  operator: Type.Optional(
    Values(['in', 'notIn', 'greaterThan', 'greaterThanOrEqual', 'lessThan', 'lessThanOrEqual']),
  ),
})

const SiteEventAggregation = Body({
  select: Type.Optional(Type.Array(Column, { maxItems: 20 })),
  where: Type.Optional(Type.Array(Filter, { maxItems: 20 })),
  groupBy: Type.Optional(Type.Array(Column, { maxItems: 20 })),
  order: Type.Optional(Type.Object({ by: Column, direction: Values(['asc', 'desc']) })),
  range: Type.Union([
    Values(['lastYear', 'last3Months', 'last30Days', 'last7Days', 'last24Hours']),
    Type.Object({ from: Timestamp, to: Timestamp }),
  ]),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1000 })),
})
export type SiteEventAggregation = Static<typeof SiteEventAggregation>

export const siteInsightOperations = {
  trackEventsInSiteById: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/insights/events',
    summary: 'Track events of a site',
    description:
      'Counts the `page_view` events of each page and day, and keeps nothing else: no visitor, address or ' +
      'device. Events of other types, and of pages that the site does not show, are ignored. Needs no ' +
      'token, because browsers send it.',
    access: ['public'],
    scope: null,
    body: Body({ events: Type.Array(SiteEvent, { maxItems: eventsMax }) }),
    status: 204,
  },
  aggregateSiteEvents: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/insights/events/aggregate',
    summary: 'Query what happened on a site',
    description:
      'Counts events by day, page and type: `page_view` (a `page` of null is a path without a page, which ' +
      '`urlPath` names), `search_type_query`, `search_no_results`, `page_post_feedback` and ' +
      '`page_post_feedback_comment`. `eventsCount` is the number of events in each group. Columns that ' +
      'would describe a visitor are not kept.',
    access: ['org.read'],
    scope: 'site:read',
    body: SiteEventAggregation,
    status: 200,
    returns: Type.Object({
      columns: Type.Array(Type.Object({ column: Type.String(), values: Type.Array(Type.Unknown()) })),
    }),
  },
} satisfies Operations
