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
    /** True where the default level is the one of the parent collection or of the organization. */
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
    summary: 'Get one collection.',
    access: ['collection.read'],
    scope: 'space:read',
    status: 200,
    returns: Collection,
  },
  deleteCollectionById: {
    method: 'DELETE',
    path: '/v1/collections/{collectionId}',
    summary: 'Delete a collection.',
    access: ['collection.admin', 'collection.absent'],
    scope: 'space:write',
    status: 205,
    errors: ['conflict'],
  },
  updateCollectionById: {
    method: 'PATCH',
    path: '/v1/collections/{collectionId}',
    summary: 'Change the title, description or default level of a collection.',
    access: ['collection.admin'],
    scope: 'space:write',
    also: 'defaultLevel also needs the scope space:permissions:write.',
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
    summary: 'List the spaces directly in a collection.',
    access: ['collection.read'],
    scope: 'space:read',
    also: 'Only spaces that the caller can read.',
    query: PageQuery,
    status: 200,
    returns: List(Space),
  },
  moveCollection: {
    method: 'POST',
    path: '/v1/collections/{collectionId}/move',
    summary: 'Move a collection into another one or to the top, or elsewhere among its siblings.',
    access: ['collection.admin'],
    scope: 'space:write',
    also: 'The new parent is of the same organization, needs create level there, and is not inside.',
    body: MoveBody,
    status: 200,
    returns: Collection,
    errors: ['conflict'],
  },
  transferCollection: {
    method: 'POST',
    path: '/v1/collections/{collectionId}/transfer',
    summary: 'Give a collection, with everything in it, to another organization.',
    access: ['collection.admin'],
    scope: 'space:permissions:write',
    also: 'Needs create level in the other organization and admin level on every space inside.',
    body: TransferBody,
    status: 200,
    returns: Collection,
    errors: ['conflict', 'precondition_failed'],
  },
  listCollectionsInOrganizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/collections',
    summary: 'List the collections of an organization, with or without those inside others.',
    access: ['org.member'],
    scope: 'space:read',
    also: 'Only collections that the caller can read.',
    query: ListQuery({ nested: Type.Boolean({ default: true }) }),
    status: 200,
    returns: List(Collection),
  },
  createCollection: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/collections',
    summary: 'Create a collection; the caller becomes its admin.',
    access: ['org.create', 'parent.create'],
    scope: 'space:write',
    body: Body({ title: Type.Optional(Title), parent: Type.Optional(Id) }),
    bodyOptional: true,
    status: 201,
    returns: Collection,
    errors: ['conflict'],
  },
} satisfies Operations
