import type { Node } from 'prosemirror-model'
import { type Base, gapName } from './base.ts'
import type { Part } from './parts.ts'
import { printSpelled } from './spell.ts'

/**
 * Gives lists that became neighbours different markers, because with the same marker they are one list. A
 * list that was edited gives way to one that was not.
 */
export function withMarkers(parts: readonly Part[], base: Base): readonly Part[] {
  const marked = [...parts]
  for (const [at, part] of parts.entries()) {
    const markers = markersOf(part.node)
    const own = markerOf(part)
    const [before, after] = [marked[at - 1], parts[at + 1]].map((other) =>
      other !== undefined && markersOf(other.node) === markers ? markerOf(other) : undefined,
    )
    const isChanged = part.spelled.from !== 'base'
    const isTaken = own === before ? !areOldNeighbours(parts[at - 1], part, base) : isChanged && own === after
    if (own === undefined || !isTaken) continue
    const free = markers.filter((marker) => marker !== before)
    const marker = free.find((one) => one !== after) ?? free[0] ?? own
    const { bytes } = printSpelled(part.node, undefined, base)
    const spelled = { bytes: withMarker(bytes, marker), from: 'printed' } as const
    marked[at] = { ...part, spelled, isRemarked: true }
  }
  return marked
}

const bullets = ['-', '*', '+']
const numbers = ['.', ')']

/** The markers that a list may have; none for other blocks. */
function markersOf({ type: { name } }: Node): readonly string[] {
  if (name === 'list_ordered') return numbers
  return name === 'list_unordered' || name === 'list_tasks' ? bullets : []
}

function markerOf({ node, spelled: { bytes } }: Part): string | undefined {
  if (markersOf(node).length === 0) return undefined
  return /^\s*(?:\d+)?([-*+.)])/.exec(bytes)?.[1]
}

function areOldNeighbours(previous: Part | undefined, part: Part, { gaps }: Base): boolean {
  const isOld = (one: Part | undefined) => one?.key !== undefined && one.spelled.from === 'base'
  return isOld(previous) && isOld(part) && gaps.has(gapName(previous?.key, part.key))
}

/** Only markers of the list itself begin a line: what is in an item is indented. */
function withMarker(list: string, marker: string): string {
  return list.replaceAll(/^(\d*)[-*+.)](?=[ \r\n]|$)/gm, `$1${marker}`)
}
