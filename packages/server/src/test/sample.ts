import type { ParamName } from '@stemma/contract'
import type { Tenant, World } from './world.ts'

/** A valid call of an operation, and how its input could reach for another tenant's things. */
export interface Sample {
  readonly body?: (ours: Tenant) => object
  readonly query?: Query | ((ours: Tenant) => Query)
  /** Bodies that name something of another tenant: each must be refused. */
  readonly foreignBodies?: (world: World) => readonly object[]
  /** The path names the deleted space. */
  readonly deleted?: true
  /** The path names the change request that conflicts with its space. */
  readonly conflicted?: true
  /** The path names the integration that is not installed. */
  readonly uninstalled?: true
  /** What the path gives as a name to what is made: any will do. */
  readonly gives?: ParamName
  /** The path names the e-mail domain that everybody has an address of. */
  readonly shared?: true
  /** The path speaks of the caller, so `{userId}` and `{tokenId}` are the caller's own. */
  readonly own?: true
}

type Query = Readonly<Record<string, string>>
