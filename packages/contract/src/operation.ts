import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import type { Reason } from './errors.ts'
import type { ParamName } from './params.ts'
import type { Role } from './scalars.ts'

/**
 * One entry of the API: the single source for the server, the client, the OpenAPI document, the
 * permission tests and the fuzz tests.
 */
export interface Operation {
  readonly method: Method
  /** Parameters are in braces; `params.ts` has a schema for each name. */
  readonly path: `/v1/${string}` | `/git/${string}`
  /** A short title in the imperative, without a full stop. */
  readonly summary: string
  /** What the title leaves out: effects, defaults, what the response contains. */
  readonly description?: string
  /** The callers that are allowed: one alternative is enough. Checked before the input is validated. */
  readonly access: readonly [Access, ...Access[]]
  /** The scope that a token needs; null: only tokens without a list of scopes are accepted. */
  readonly scope: Scope | null
  /**
   * The scopes that allow an installation's token to call it: one of them is enough, and an empty list
   * requires none. Absent: installations can't call it.
   */
  readonly installations?: readonly InstallationScope[]
  /** What the handler checks in addition, because it depends on the input or on stored state. */
  readonly also?: string
  /** The path names a deleted object, and the caller's level on that object decides. */
  readonly onDeleted?: true
  readonly query?: TObject
  readonly body?: TSchema
  /** The request body is optional. */
  readonly bodyOptional?: true
  /** Overrides the general limit of the request body, in bytes. */
  readonly bodyBytesMax?: number
  readonly status: 200 | 201 | 204 | 205
  /** Absent if the response has no body (204 and 205). */
  readonly returns?: TSchema
  /** The response is a stream of server-sent events that stays open; `returns` describes one of them. */
  readonly streams?: true
  /** Secret fields of the response: they are not stored, and so missing from an idempotent replay. */
  readonly shownOnce?: readonly string[]
  /** The error reasons that are specific to this operation; `refusals.ts` adds the general ones. */
  readonly errors?: readonly Reason[]
  /** What to call instead of this deprecated operation. */
  readonly deprecated?: string
}

export type Operations = Readonly<Record<string, Operation>>
export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/**
 * One condition that gives access. `space.edit` means: the caller's level on the space named by
 * `{spaceId}` is at least edit. `org`, `collection`, `team` and `site` work the same way.
 */
export type Access =
  /** No token is required. */
  | 'public'
  /** Any valid token. */
  | 'any'
  /** People who run the server: its configuration names their e-mail addresses. */
  | 'operator'
  /** A member or a guest; `org.read` and higher exclude guests. */
  | 'org.member'
  | `org.${Role}`
  | `collection.${Role}`
  | `space.${Role}`
  /** Visitors of a published site that shows them the space, with their content token. */
  | 'space.audience'
  /** Visitors of any published site, with their content token; `also` says what they can read. */
  | 'audience'
  /** Create level on the collection that the body names as `parent`. */
  | 'parent.create'
  /** An organization reader, or a guest who can read a space of the site. */
  | 'site.view'
  /** The audience of the published site: everyone, or holders of its share key or visitor token. */
  | 'site.audience'
  | 'team.member'
  | 'team.owner'
  /** The person named by `{userId}`. */
  | 'self'
  /** The author of the comment or reply that the path names. */
  | 'author'
  /** A caller that sends the key of an active share link. */
  | 'shareKey'
  /** The integration is public, or one of the caller's organizations owns it or has installed it. */
  | 'integration.view'
  /** An admin of the organization that owns the integration, or will own a new one. */
  | 'owner.admin'
  /** The installation itself, with its own token. */
  | 'installation'
  /** Callers for whom the object doesn't exist, so that they can repeat a delete. */
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

/** What an integration may do where it is installed. Personal tokens have other scopes. */
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
  'site:visitor:claims',
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

/** The parameter names in a path, in order. */
export function paramNames(path: string): readonly ParamName[] {
  const known = namesByPath.get(path)
  if (known) return known
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as ParamName)
  namesByPath.set(path, names)
  return names
}

/** Every request looks up the names of its operation, so they are cached: one entry per path. */
const namesByPath = new Map<string, readonly ParamName[]>()

/** Rejects unknown fields, so that a misspelt field is an error instead of being ignored. */
export const Body = <T extends TProperties>(properties: T, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options })

/** A field that clients may send and that changes nothing, because its effect is always there. */
export const WithoutEffect = <T extends TSchema>(schema: T, reason: string) =>
  Type.Optional(Type.Unsafe<Static<T>>({ ...schema, description: `Has no effect: ${reason}` }))

/**
 * A field that takes only the value that is always true. The error for another value says what to do
 * instead.
 */
export const Only = <T extends TSchema>(schema: T, { because, instead }: OnlyReason) =>
  Type.Optional(Type.Unsafe<Static<T>>({ ...schema, description: because, 'x-instead': instead }))

interface OnlyReason {
  readonly because: string
  readonly instead: string
}

export const limitMax = 1000
export const PageQuery = Type.Object({
  page: Type.Optional(Type.String({ maxLength: 1024 })),
  limit: Type.Integer({ minimum: 1, maximum: limitMax, default: 50 }),
})
export type PageQuery = Static<typeof PageQuery>

/** The query of a list: pagination, and the filters of this list. */
export const ListQuery = <T extends TProperties>(properties: T) =>
  Type.Object({ ...PageQuery.properties, ...properties })

/** `count` is the number of items on all pages that the caller can see. */
export const List = <T extends TSchema>(item: T) => Type.Object(listProperties(item))

export const listProperties = <T extends TSchema>(item: T) => ({
  items: Type.Array(item),
  count: Type.Integer({ minimum: 0 }),
  next: Type.Optional(Type.Object({ page: Type.String() })),
})
