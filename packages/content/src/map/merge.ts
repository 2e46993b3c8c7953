import type { ObjectStore } from '../objects.ts'
import type { MapShape } from './cut.ts'
import { type Difference, diff } from './diff.ts'
import { edit } from './edit.ts'
import type { MapRoot } from './read.ts'

export interface MergeSides {
  readonly base: MapRoot
  readonly ours: MapRoot
  readonly theirs: MapRoot
}

/** A key that both sides changed differently; absent on a side without the key. */
export interface MapConflict {
  readonly key: string
  readonly base?: string
  readonly ours?: string
  readonly theirs?: string
}

/** The agreed value, with undefined to delete the key, or no agreement. */
type Resolution = { readonly value: string | undefined } | 'conflict'

export type Resolve = (
  key: string,
  base: string | undefined,
  ours: string | undefined,
  theirs: string | undefined,
) => Resolution

export interface Merged {
  readonly root: MapRoot
  /** In key order; the map has our value for each. */
  readonly conflicts: readonly MapConflict[]
}

/** Applies their changes to our map, key by key. */
export async function merge(
  store: ObjectStore,
  shape: MapShape,
  { base, ours, theirs }: MergeSides,
  resolve: Resolve,
): Promise<Merged> {
  if (theirs === base || theirs === ours) return { root: ours, conflicts: [] }
  if (ours === base) return { root: theirs, conflicts: [] }
  const [ourChanges, theirChanges] = await Promise.all([diff(store, base, ours), diff(store, base, theirs)])
  const changed = new Map(ourChanges.map((change) => [change.key, change]))
  const changes = new Map<string, string | undefined>()
  const conflicts: MapConflict[] = []
  for (const their of theirChanges) {
    const our = changed.get(their.key)
    if (our !== undefined && our.after === their.after) continue
    const resolution = our ? resolve(our.key, our.before, our.after, their.after) : { value: their.after }
    if (resolution === 'conflict') conflicts.push(conflictOf(their, our?.after))
    else changes.set(their.key, resolution.value)
  }
  return { root: await edit(store, shape, ours, changes), conflicts }
}

function conflictOf({ key, before, after }: Difference, ours: string | undefined): MapConflict {
  return {
    key,
    ...(before !== undefined && { base: before }),
    ...(ours !== undefined && { ours }),
    ...(after !== undefined && { theirs: after }),
  }
}
