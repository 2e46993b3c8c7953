import { type Static, Type } from 'typebox'
import { Body, List, ListQuery, type Operations, PageQuery } from './operation.ts'
import { Address, DefaultLevelInput, Id, Nullable, ObjectName, Permissions, Role } from './scalars.ts'
import { MoveBody, Space, TransferBody } from './spaces.ts'

const Title = Type.String({ maxLength: 50 })
const Description = Type.String({ maxLength: 100 })

/** A group of spaces and of other collections. */
export const Collection = Type.Object(
  {
    object: ObjectName('collection'),
    id: Id,
    title: Title,
    description: Type.Optional(Description),
    organization: Id,
    parent: Type.Optional(Id),
    defaultLevel: Nullable(Role),
    /** True if the default level is inherited from the parent collection or the organization. */
    defaultLevelInherited: Type.Optional(Type.Boolean()),
    urls: Type.Object({ location: Address, app: Address }),
    permissions: Permissions(['view', 'admin', 'viewInviteLinks', 'create']),
  },
  { title: 'Collection' },
)
export type Collection = Static<typeof Collection>

export const collectionOperations = {
  getCollectionById: {
    method: 'GET',
    path: '/v1/collections/{collectionId}',
    summary: 'Get a collection',
    access: ['collection.read'],
    scope: 'space:read',
    status: 200,
    returns: Collection,
  },
  deleteCollectionById: {
    method: 'DELETE',
    path: '/v1/collections/{collectionId}',
    summary: 'Delete a collection',
    description: 'Its collections and spaces are deleted too. You can restore the spaces for seven days.',
    access: ['collection.admin', 'collection.absent'],
    scope: 'space:write',
    status: 205,
    errors: ['conflict'],
  },
  updateCollectionById: {
    method: 'PATCH',
    path: '/v1/collections/{collectionId}',
    summary: 'Update a collection',
    description: 'Changes the title, the description or the default level.',
    access: ['collection.admin'],
    scope: 'space:write',
    also: 'Changing `defaultLevel` also requires the scope `space:permissions:write`.',
    body: Body({
      title: Type.Optional(Title),
      description: Type.Optional(Description),
      defaultLevel: Type.Optional(DefaultLevelInput),
    }),
    status: 200,
    returns: Collection,
  },
  listSpacesInCollectionById: {
    method: 'GET',
    path: '/v1/collections/{collectionId}/spaces',
    summary: 'List spaces in a collection',
    description: 'Returns the spaces directly in the collection, not those in nested collections.',
    access: ['collection.read'],
    scope: 'space:read',
    also: 'Returns only spaces that you can read.',
    query: PageQuery,
    status: 200,
    returns: List(Space),
  },
  moveCollection: {
    method: 'POST',
    path: '/v1/collections/{collectionId}/move',
    summary: 'Move a collection',
    description:
      'Moves the collection into another one, to the top level, or to another position among its siblings.',
    access: ['collection.admin'],
    scope: 'space:write',
    also:
      'The new parent must belong to the same organization and must not be inside the collection. You ' +
      'need create level on it.',
    body: MoveBody,
    status: 200,
    returns: Collection,
    errors: ['conflict'],
  },
  transferCollection: {
    method: 'POST',
    path: '/v1/collections/{collectionId}/transfer',
    summary: 'Transfer a collection',
    description: 'Transfers the collection, with everything in it, to another organization.',
    access: ['collection.admin'],
    scope: 'space:permissions:write',
    also: 'Requires create level in the other organization and admin level on every space in the collection.',
    body: TransferBody,
    status: 200,
    returns: Collection,
    errors: ['conflict', 'precondition_failed'],
  },
  listCollectionsInOrganizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/collections',
    summary: 'List collections',
    description: '`nested` includes or leaves out collections inside other collections.',
    access: ['org.member'],
    scope: 'space:read',
    also: 'Returns only collections that you can read.',
    query: ListQuery({ nested: Type.Boolean({ default: true }) }),
    status: 200,
    returns: List(Collection),
  },
  createCollection: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/collections',
    summary: 'Create a collection',
    description: 'You become its admin.',
    access: ['org.create', 'parent.create'],
    scope: 'space:write',
    body: Body({ title: Type.Optional(Title), parent: Type.Optional(Id) }),
    bodyOptional: true,
    status: 201,
    returns: Collection,
    errors: ['conflict'],
  },
} satisfies Operations
