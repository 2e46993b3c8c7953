import { type Static, Type } from 'typebox'
import type { ContentLocation } from './content-locations.ts'
import { Defined } from './defined.ts'
import { ListQuery, listProperties, type Operations } from './operation.ts'
import { Values } from './scalars.ts'

const LinkStatus = Values(['ok', 'broken', 'in-app'])
const Count = Type.Integer({ minimum: 0 })

/** One target, and every place that links to it. */
export const LinkRecord = Type.Object(
  {
    /** `broken`: the target is missing; `in-app`: an address inside the application. */
    status: LinkStatus,
    relation: Values(['reference', 'dependsOn']),
    /** Absent where the target cannot be resolved. */
    targetReference: Type.Optional(Defined<ContentLocation>('ContentLocation')),
    locationReferences: Type.Array(Defined<ContentLocation>('ContentLocation')),
  },
  { title: 'LinkRecord' },
)
export type LinkRecord = Static<typeof LinkRecord>

/** A list of links; the statistics are about all of them, whatever the list was narrowed to. */
export const LinkList = Type.Object({
  ...listProperties(LinkRecord),
  stats: Type.Object({
    total: Count,
    broken: Type.Object({ total: Count, changeRequest: Type.Optional(Count) }),
  }),
})

export const linkOperations = {
  listSpaceLinks: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/links',
    summary: 'List the links in the content of a space.',
    access: ['space.read'],
    scope: 'space:read',
    also: 'What a link points at is shown only where the caller can read it.',
    query: ListQuery({ status: Type.Optional(LinkStatus) }),
    status: 200,
    returns: LinkList,
  },
} satisfies Operations
