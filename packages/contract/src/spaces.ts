import { type Static, Type } from 'typebox'
import { Language } from './languages.ts'
import { SpaceMergeRules } from './merge-rules.ts'
import { Body, List, ListQuery, type Operations } from './operation.ts'
import {
  Address,
  DefaultLevelInput,
  Id,
  Nullable,
  ObjectName,
  Permissions,
  Role,
  Timestamp,
  Url,
  Values,
} from './scalars.ts'

const Count = Type.Integer({ minimum: 0 })

const SpaceTitle = Type.String({ maxLength: 50 })
const SpaceEmoji = Type.String({ maxLength: 50 })
/** An emoji, or the code points of one as clients write them: `1f98a`, `1f468-200d-1f4bb`. */
const SpaceEmojiInput = Type.String({
  maxLength: 50,
  pattern:
    '^(?:(?=.*[\\p{Extended_Pictographic}\\p{Regional_Indicator}\\u20e3])' +
    '[\\p{Extended_Pictographic}\\p{Emoji_Component}]+|[0-9a-f]{4,6}(?:-[0-9a-f]{2,6})*)$',
})
/** `live`: the content can be edited directly. `locked`: only through change requests. */
const EditMode = Values(['live', 'locked'])

const VisitorAuth = Type.Union([
  Type.Object({ backend: Values(['custom']) }),
  Type.Object({ backend: Values(['integration']), integration: Type.String() }),
])

export const Space = Type.Object(
  {
    object: ObjectName('space'),
    id: Id,
    title: SpaceTitle,
    emoji: SpaceEmoji,
    visibility: Values(['public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private']),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    deletedAt: Type.Optional(Timestamp),
    /** When the deleted space can no longer be restored. */
    restorableUntil: Type.Optional(Timestamp),
    editMode: Type.Optional(EditMode),
    mergeRules: SpaceMergeRules,
    urls: Type.Object({
      location: Address,
      app: Address,
      published: Type.Optional(Address),
      public: Type.Optional(Address),
      icon: Type.Optional(Address),
    }),
    organization: Id,
    parent: Type.Optional(Id),
    language: Type.Optional(Language),
    gitSync: Type.Optional(
      Type.Object({
        repoName: Type.Optional(Type.String()),
        installationProvider: Type.Optional(Values(['github', 'gitlab', 'github-legacy'])),
        integration: Type.Optional(Type.String()),
        url: Type.Optional(Address),
        updatedAt: Type.Optional(Timestamp),
      }),
    ),
    visitorAuth: Type.Optional(VisitorAuth),
    revision: Id,
    defaultLevel: Nullable(Role),
    /** True if the default level is inherited from the parent collection or the organization. */
    defaultLevelInherited: Type.Optional(Type.Boolean()),
    comments: Count,
    changeRequests: Count,
    changeRequestsOpen: Count,
    changeRequestsDraft: Count,
    permissions: Permissions([
      'view',
      'access',
      'admin',
      'viewInviteLinks',
      'edit',
      'triggerGitSync',
      'comment',
      'merge',
      'review',
      'installIntegration',
    ]),
  },
  { title: 'Space' },
)
export type Space = Static<typeof Space>

const Sibling = Type.Union([
  Body({ type: Values(['space']), space: Id }),
  Body({ type: Values(['collection']), collection: Id }),
])

/** The destination of a space or a collection. A parent of null is the top level. */
export const MoveBody = Body(
  {
    parent: Type.Optional(Nullable(Id)),
    position: Type.Optional(Body({ before: Type.Optional(Sibling), after: Type.Optional(Sibling) })),
  },
  { minProperties: 1 },
)

export const TransferBody = Body({ organization: Id })

export const spaceOperations = {
  createSpace: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/spaces',
    summary: 'Create a space',
    description: 'You become its admin.',
    access: ['org.create', 'parent.create'],
    scope: 'space:write',
    body: Body({
      title: Type.Optional(SpaceTitle),
      emoji: Type.Optional(SpaceEmojiInput),
      parent: Type.Optional(Id),
      language: Type.Optional(Language),
      editMode: Type.Optional(EditMode),
      empty: Type.Optional(Type.Boolean()),
    }),
    bodyOptional: true,
    status: 201,
    returns: Space,
  },
  listSpacesInOrganizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/spaces',
    summary: 'List spaces',
    access: ['org.member'],
    scope: 'space:read',
    installations: ['space:metadata:read'],
    also: 'Returns only spaces that you can read; with `deleted=true`, those that you can restore.',
    query: ListQuery({ deleted: Type.Boolean({ default: false }) }),
    status: 200,
    returns: List(Space),
  },
  getSpaceById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}',
    summary: 'Get a space',
    access: ['space.read', 'shareKey', 'space.audience'],
    scope: 'space:read',
    installations: ['space:metadata:read', 'space:content:read'],
    also:
      'If you send a content token, or only a share key, the response leaves out how people work in the ' +
      'space: counts, rules, levels, its collection and all permissions except `view`.',
    query: Type.Object({ shareKey: Type.Optional(Type.String({ maxLength: 256 })) }),
    status: 200,
    returns: Space,
  },
  deleteSpaceById: {
    method: 'DELETE',
    path: '/v1/spaces/{spaceId}',
    summary: 'Delete a space',
    description: 'You can restore the space for seven days.',
    access: ['space.admin', 'space.absent'],
    scope: 'space:write',
    status: 205,
  },
  updateSpaceById: {
    method: 'PATCH',
    path: '/v1/spaces/{spaceId}',
    summary: 'Update a space',
    access: ['space.admin'],
    scope: 'space:write',
    also:
      'Changing `defaultLevel` also requires the scope `space:permissions:write`. Send either `emoji` or ' +
      '`icon`, not both.',
    body: Body({
      editMode: Type.Optional(EditMode),
      title: Type.Optional(SpaceTitle),
      defaultLevel: Type.Optional(DefaultLevelInput),
      emoji: Type.Optional(Nullable(SpaceEmojiInput)),
      icon: Type.Optional(Nullable(Url)),
      language: Type.Optional(Language),
      mergeRules: Type.Optional(SpaceMergeRules),
    }),
    status: 200,
    returns: Space,
  },
  duplicateSpace: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/duplicate',
    summary: 'Duplicate a space',
    description: 'Creates a new space with the same content, next to the original.',
    access: ['space.create'],
    scope: 'space:write',
    also: 'Requires create level in the organization or on the parent collection.',
    status: 201,
    returns: Space,
  },
  restoreSpace: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/restore',
    summary: 'Restore a deleted space',
    access: ['space.admin'],
    scope: 'space:write',
    onDeleted: true,
    also: 'Possible only while the server keeps the deleted space.',
    status: 200,
    returns: Space,
    errors: ['conflict'],
  },
  moveSpace: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/move',
    summary: 'Move a space',
    description:
      'Moves the space into a collection, to the top level, or to another position among its siblings.',
    access: ['space.admin'],
    scope: 'space:write',
    also: 'The new parent must belong to the same organization. You need create level on it.',
    body: MoveBody,
    status: 200,
    returns: Space,
    errors: ['conflict'],
  },
  transferSpace: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/transfer',
    summary: 'Transfer a space',
    description: 'Transfers the space to another organization, to a collection, or both.',
    access: ['space.admin'],
    scope: 'space:permissions:write',
    also:
      'Requires create level on the collection named in `parent`. Without `parent`, requires create ' +
      'level in the other organization.',
    body: Body({ organization: Id, parent: Type.Optional(Id) }),
    status: 200,
    returns: Space,
    errors: ['conflict', 'precondition_failed'],
  },
} satisfies Operations
