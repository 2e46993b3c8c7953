import type { Database } from '../../packages/server/src/db/database.ts'
import { lines, type Requests, slice } from '../kit/load.ts'
import type { Side } from './contest.ts'
import { spentOn } from './processor.ts'

/** A measured server: its process, how to call it, and its database. */
export interface Target {
  readonly pid: number
  readonly address: string
  readonly secret: string
  readonly db: Database
}

/** A task performed by a server, request by request. */
export function sideOf(target: Target, requestsOf: Asking, countMax?: number): Side {
  const take = async (count: number) => {
    const requests = await requestsOf(count)
    const { result, foreign, ...spent } = await spentOn(target, () =>
      slice(target.address, target.secret, requests, lines),
    )
    return { ms: result / count, server: spent.server / count, database: spent.database / count, foreign }
  }
  return { take, ...(countMax !== undefined && { countMax }) }
}

export type Asking = (count: number) => Requests | Promise<Requests>
