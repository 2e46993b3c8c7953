import type { PageRecord } from '@stemma/content'
import { type Batch, placeIn, setupSignature, signatureIn } from './batches.ts'

/** What a revision shows of the batches: its signature and every set of pages. */
export interface State {
  readonly signature: string
  readonly sets: ReadonlyMap<string, SetState>
}

interface SetState {
  /** The batch that last wrote the pages. */
  readonly by: string
  readonly parent: string
  readonly pages: readonly string[]
}

export type Pages = ReadonlyMap<string, PageRecord>

/** The state of a revision, and faults: content that no batch can have left. */
export function stateOf(pages: Pages): { readonly state: State; readonly faults: readonly string[] } {
  const placed = [...pages].flatMap(([id, record]) => {
    const place = placeIn(record.title)
    return place ? [{ id, parent: record.parent, ...place }] : []
  })
  const signatures = [...pages.values()].flatMap(({ title }) => signatureIn(title) ?? [])
  const sets = new Map<string, SetState>()
  const faults: string[] = []
  for (const [set, members] of Map.groupBy(placed, (one) => one.set)) {
    const [first, ...others] = members.sort((a, b) => a.number - b.number)
    if (first === undefined) continue
    const isWhole = members.length === first.of && members.every(({ number }, index) => number === index + 1)
    const isOne = others.every(
      ({ by, parent, of }) => by === first.by && parent === first.parent && of === first.of,
    )
    if (!isWhole || !isOne) {
      const seen = members.map(({ number, of, by, parent }) => `${number}/${of} by ${by} in "${parent}"`)
      faults.push(`of the set ${set} there is ${seen.join(', ')}`)
    }
    sets.set(set, { by: first.by, parent: first.parent, pages: members.map(({ id }) => id) })
  }
  if (signatures.length > 1) faults.push(`it is signed ${signatures.length} times`)
  return { state: { signature: signatures[0] ?? '', sets }, faults }
}

/** The exact state after a batch; `made` are the pages that it inserted. */
export function after(before: State, { id, action }: Batch, made: readonly string[]): State {
  const sets = new Map(before.sets)
  if (action.kind === 'insert') {
    sets.set(id, { by: id, parent: action.into ?? '', pages: made })
    return { signature: id, sets }
  }
  const set = before.sets.get(action.set.id)
  if (set === undefined || action.kind === 'delete') sets.delete(action.set.id)
  else if (action.kind === 'move') sets.set(action.set.id, { ...set, parent: action.into ?? '' })
  else sets.set(action.set.id, { ...set, by: id })
  return { signature: id, sets }
}

export const setupState: State = { signature: setupSignature, sets: new Map() }

/** Describes the first difference between two states; undefined if there is none. */
export function differenceOf(actual: State, expected: State): string | undefined {
  if (actual.signature !== expected.signature)
    return `it is signed "${actual.signature}" and not "${expected.signature}"`
  for (const set of new Set([...actual.sets.keys(), ...expected.sets.keys()])) {
    const [is, wanted] = [actual.sets.get(set), expected.sets.get(set)].map((one) => JSON.stringify(one))
    if (is !== wanted) return `the set ${set} is ${is ?? 'absent'} and not ${wanted ?? 'absent'}`
  }
  return undefined
}
