import { type Static, Type } from 'typebox'
import { markdownMax } from './documents.ts'
import { Body, List, type Operations, PageQuery } from './operation.ts'
import { Id, ObjectName, Values } from './scalars.ts'

const changeRequest = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}'
const resolutionsMax = 1000
const Side = Type.Optional(Type.Unknown())

/**
 * A place where a change request and its space changed the same content in different ways. `base` is the
 * common ancestor, `ours` the change request, `theirs` the space. A side is absent if it has nothing there.
 */
export const Conflict = Type.Object(
  {
    object: ObjectName('change-request-conflict'),
    /** Stable as long as none of the three sides changes. */
    id: Type.String(),
    kind: Values(['document', 'attribute', 'deleted-and-edited', 'moved-twice', 'slug']),
    target: Type.Object({
      type: Values(['page', 'file', 'reusable-content', 'variable']),
      /** The ID, or the name of the variable. */
      id: Type.String(),
      title: Type.Optional(Type.String()),
    }),
    /** The attribute that both changed; in a text, the key of the block before the conflict. */
    attribute: Type.Optional(Type.String()),
    base: Side,
    ours: Side,
    theirs: Side,
  },
  { title: 'Conflict' },
)
export type Conflict = Static<typeof Conflict>

/** The side to keep for each conflict, or a new text. */
const Resolutions = Type.Array(
  Type.Union([
    Body({ conflict: Type.String({ maxLength: 128 }), resolution: Values(['ours', 'theirs']) }),
    Body({ conflict: Type.String({ maxLength: 128 }), content: Type.String({ maxLength: markdownMax }) }),
  ]),
  { minItems: 1, maxItems: resolutionsMax },
)

export const conflictOperations = {
  listChangeRequestConflicts: {
    method: 'GET',
    path: `${changeRequest}/conflicts`,
    summary: 'List conflicts of a change request',
    description:
      'Returns the places where the change request and its space changed the same content in different ways.',
    access: ['space.comment'],
    scope: 'space:read',
    query: PageQuery,
    status: 200,
    returns: List(Conflict),
  },
  resolveChangeRequestConflicts: {
    method: 'POST',
    path: `${changeRequest}/conflicts/resolve`,
    summary: 'Resolve conflicts of a change request',
    description:
      'Merges the content of the space into the change request. The request must decide every conflict.',
    access: ['space.edit'],
    scope: 'space:write',
    body: Body({ resolutions: Resolutions }),
    bodyBytesMax: 8 * 1024 * 1024,
    status: 200,
    returns: Type.Object({ revision: Id, result: Values(['update', 'conflicts']) }),
    errors: ['change_request_closed', 'conflict'],
  },
} satisfies Operations
