import { operations } from '@stemma/contract'
import { unavailableOperations } from '../../packages/contract/src/unavailable-operations.ts'
import type { Client } from './clients.ts'
import type { Described } from './description.ts'
import { differences } from './differences.ts'
import { type Missing, missing } from './missing.ts'

/** What a program meets that calls one method of a client. */
export interface Compatibility {
  /** The method, such as `orgs.getTeamInOrganizationById`. */
  readonly name: string
  readonly described: Described
  readonly state: 'same' | 'differs' | 'unavailable' | 'missing'
  /** How the response differs, if it does. */
  readonly how: readonly string[]
  /** The reason, if the operation is missing. */
  readonly missing?: Missing
}

/** Every method of a client, in the order of its description. */
export function compatibilityOf(client: Client): readonly Compatibility[] {
  const own = idsByDescribed(client, operations)
  const unavailable = idsByDescribed(client, unavailableOperations)
  return client.description.operations.map((described) => {
    const name = client.methodName(described.id) ?? described.id
    const id = own.get(described)
    if (id !== undefined) {
      const how = waysToDiffer(id, client.version)
      return { name, described, state: how.length === 0 ? 'same' : 'differs', how }
    }
    if (unavailable.has(described)) return { name, described, state: 'unavailable', how: [] }

    const entry = missing.find(
      ({ tags, ids }) => tags?.includes(described.tag) || ids?.includes(described.id),
    )
    if (entry === undefined) throw new Error(`proofs/conformance/missing.ts lacks a reason: ${described.id}`)
    return { name, described, state: 'missing', how: [], missing: entry }
  })
}

/** Tags and IDs in the list of reasons that are no longer missing in any of the clients. */
export function needlessReasons(clients: readonly Client[]): readonly string[] {
  const still = clients.flatMap(compatibilityOf).filter(({ state }) => state === 'missing')
  return missing.flatMap((entry) => {
    const used = still.filter((one) => one.missing === entry).map(({ described }) => described)
    const needlessTags = entry.tags?.filter((tag) => used.every((one) => one.tag !== tag)) ?? []
    return [...needlessTags, ...(entry.ids?.filter((id) => used.every((one) => one.id !== id)) ?? [])]
  })
}

/** The IDs of our operations at the places of a client's. */
function idsByDescribed({ description }: Client, ours: Readonly<Record<string, Place>>) {
  return new Map(
    Object.entries(ours).map(([id, { method, path }]) => [description.find(method, path), id] as const),
  )
}

interface Place {
  readonly method: string
  readonly path: string
}

function waysToDiffer(id: string, version: string): readonly string[] {
  const ways = differences
    .filter(({ operation, clients }) => operation === id && (clients?.includes(version) ?? true))
    .map(({ how }) => how)
  return [...new Set(ways)]
}
