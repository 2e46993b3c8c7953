import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import type { Reason } from './errors.ts'
import type { ParamName } from './params.ts'
import type { Role } from './scalars.ts'

/**
 * One entry of the API. The server, the client, the OpenAPI file, the permission
 * tests and the fuzz tests all read it; none of them restates it.
 */
export interface Operation {
  readonly method: Method
  /** Parameters stand in braces; their schemas are in `params.ts`, one for each name. */
  readonly path: `/v1/${string}`
  readonly summary: string
  /** Who may call it: one alternative is enough. Checked in one place, before the input is looked at. */
  readonly access: readonly [Access, ...Access[]]
  /** What a token must be allowed to do; null: only a token without a list of scopes will do. */
  readonly scope: Scope | null
  /**
   * What lets the token of an installation call it: one of these, granted when it was installed; of an
   * empty list, nothing is needed. Absent: no installation may.
   */
  readonly installations?: readonly InstallationScope[]
  /** What the handler checks besides, because it depends on the input or on the state of things. */
  readonly also?: string
  /** The path names something deleted, and what counts is the level on that. */
  readonly onDeleted?: true
  readonly query?: TObject
  readonly body?: TSchema
  /** The request may come without a body. */
  readonly bodyOptional?: true
  /** Bytes of a body at most, where the general limit is too small. */
  readonly bodyBytesMax?: number
  readonly status: 200 | 201 | 204 | 205
  /** Absent where the answer has no body (204 and 205). */
  readonly returns?: TSchema
  /** Fields of the answer that hold secrets: they are not kept to replay it. */
  readonly shownOnce?: readonly string[]
  /** The reasons of refusal that are this operation's own; the general ones need no mention. */
  readonly errors?: readonly Reason[]
  /** A deprecated operation says what to call instead. */
  readonly deprecated?: string
}

export type Operations = Readonly<Record<string, Operation>>
export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/**
 * One way of having the right. `space.edit` means: the caller's level on the space
 * named by `{spaceId}` is at least edit; `org`, `collection`, `team` and `site` alike.
 */
export type Access =
  /** Nobody needs to be signed in. */
  | 'public'
  /** Any valid token. */
  | 'any'
  /** A member, guests included; the roles as of `org.read` leave guests out. */
  | 'org.member'
  | `org.${Role}`
  | `collection.${Role}`
  | `space.${Role}`
  /** Visitors of a published site that shows them the space, by the content token they were given. */
  | 'space.audience'
  /** Create level on the collection that the body names as `parent`. */
  | 'parent.create'
  /** An organization reader, or a guest who can read a space of the site. */
  | 'site.view'
  /** The people the published site is for: everybody, or holders of its share key or visitor token. */
  | 'site.audience'
  | 'team.member'
  | 'team.owner'
  /** The person named by `{userId}`. */
  | 'self'
  /** Who wrote the comment or reply that the path names. */
  | 'author'
  /** Whoever sends the key of an active share link. */
  | 'shareKey'
  /** It is not private, or it is of, or installed in, an organization of the caller. */
  | 'integration.view'
  /** An admin of the organization that owns the integration, or that a new one is published for. */
  | 'owner.admin'
  /** The installation itself, by a token of its own. */
  | 'installation'
  /** Callers for whom there is no such thing, so that they can repeat a delete. */
  | 'space.absent'
  | 'collection.absent'
  | 'integration.absent'
  | 'installation.absent'

export const scopes = [
  'user:read',
  'organization:read',
  'organization:write',
  'organization:members:read',
  'organization:members:write',
  'organization:search',
  'space:read',
  'space:write',
  'space:permissions:read',
  'space:permissions:write',
  'change-request:merge',
  'site:read',
  'site:write',
  'site:publish',
  'site:search',
  'site:auth:read',
  'site:auth:write',
  'integration:read',
  'integration:installations:read',
  'integration:installations:write',
  'integration:publish',
  'integration:delete',
  'openapi:read',
  'openapi:write',
] as const
export type Scope = (typeof scopes)[number]

/** What an integration may do where it is installed; other than the scopes of personal tokens. */
export const integrationScopes = [
  'space:views:read',
  'space:content:read',
  'space:content:write',
  'space:metadata:read',
  'space:metadata:write',
  'space:script:inject',
  'space:script:cookies',
  'space:git:sync',
  'space:visitor:auth',
  'site:metadata:read',
  'site:views:read',
  'site:script:inject',
  'site:script:cookies',
  'site:visitor:auth',
  'site:adaptive:read',
  'site:adaptive:write',
  'site:ai:ask',
  'openapi:read',
  'openapi:write',
  'conversations:ingest',
  'page:feedback:read',
] as const
export type InstallationScope = (typeof integrationScopes)[number]

export type Input<O extends Operation> = Params<O['path']> & Part<O, 'query'> & RequestBody<O>
export type Output<O extends Operation> = O extends { readonly returns: infer S extends TSchema }
  ? Static<S>
  : undefined

type Params<Path extends string> =
  ParamsIn<Path> extends never ? unknown : { params: Readonly<Record<ParamsIn<Path>, string>> }
type ParamsIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsIn<Rest>
  : never
type Part<O, K extends keyof Operation> = O extends { readonly [P in K]: infer S extends TSchema }
  ? { [P in K]: Static<S> }
  : unknown
type RequestBody<O> = O extends { readonly body: infer S extends TSchema }
  ? O extends { readonly bodyOptional: true }
    ? { body?: Static<S> }
    : { body: Static<S> }
  : unknown

/** The names in a path, in their order. */
export function paramNames(path: string): readonly ParamName[] {
  const known = namesByPath.get(path)
  if (known) return known
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as ParamName)
  namesByPath.set(path, names)
  return names
}

/** Every request asks for those of its operation; there are as many as operations. */
const namesByPath = new Map<string, readonly ParamName[]>()

/** A request body is closed: a misspelt field is an error, not silence. */
export const Body = <T extends TProperties>(properties: T, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options })

export const limitMax = 1000
export const PageQuery = Type.Object({
  page: Type.Optional(Type.String({ maxLength: 1024 })),
  limit: Type.Integer({ minimum: 1, maximum: limitMax, default: 50 }),
})
export type PageQuery = Static<typeof PageQuery>

/** The query of a list: the page, and what the list can be narrowed by. */
export const ListQuery = <T extends TProperties>(properties: T) =>
  Type.Object({ ...PageQuery.properties, ...properties })

/** `count` is the number of items in the whole list, as far as the caller may see it. */
export const List = <T extends TSchema>(item: T) => Type.Object(listProperties(item))

export const listProperties = <T extends TSchema>(item: T) => ({
  items: Type.Array(item),
  count: Type.Integer({ minimum: 0 }),
  next: Type.Optional(Type.Object({ page: Type.String() })),
})
