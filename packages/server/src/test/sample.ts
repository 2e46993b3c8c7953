import type { ParamName } from '@stemma/contract'
import type { Tenant, World } from './world.ts'

/** A valid call of an operation, and inputs that try to access another tenant's data. */
export interface Sample {
  readonly body?: (ours: Tenant) => object
  readonly query?: Query | ((ours: Tenant) => Query)
  /** Bodies that name another tenant's data; each must be rejected. */
  readonly foreignBodies?: (world: World) => readonly object[]
  /** The path names the deleted space. */
  readonly deleted?: true
  /** The path names the change request that conflicts with its space. */
  readonly conflicted?: true
  /** The path names the second factor of this kind that is not confirmed. */
  readonly unconfirmed?: 'authenticator' | 'passkey'
  /** The path names the integration that is not installed. */
  readonly uninstalled?: true
  /** The path parameter that names what is created; any value works. */
  readonly gives?: ParamName
  /** The path names the email domain that all users share. */
  readonly shared?: true
  /** The path refers to the caller, so `{userId}` and `{tokenId}` are the caller's own. */
  readonly own?: true
}

type Query = Readonly<Record<string, string>>
