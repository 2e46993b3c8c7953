import { Type } from 'typebox'
import { Body, type Operations } from './operation.ts'

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
} satisfies Operations
