import { hashOf } from '../objects.ts'
import { type Item, itemOf } from './diff-join.ts'
import type { Piece } from './diff-pieces.ts'
import type { Versions } from './merge-plan.ts'

/** The source of the blocks on each side; undefined if a side has none. */
export interface ConflictTexts {
  readonly base: string | undefined
  readonly ours: string | undefined
  readonly theirs: string | undefined
}

export function conflictTexts({ base, ours, theirs }: Versions, lineBreak: string): ConflictTexts {
  return {
    base: textOf(base, lineBreak),
    ours: textOf(ours, lineBreak),
    theirs: textOf(theirs, lineBreak),
  }
}

function textOf(pieces: readonly Piece[], lineBreak: string): string | undefined {
  const last = pieces.at(-1)
  if (!last) return undefined
  const others = pieces.slice(0, -1).map(({ source, gap }) => source + (gap ?? lineBreak + lineBreak))
  return others.join('') + last.source
}

/** Assigns IDs to conflicts. If a document has the same conflict more than once, appends a number. */
export function conflictIds(): (texts: ConflictTexts) => string {
  const counts = new Map<string, number>()
  return ({ base, ours, theirs }) => {
    const id = hashOf(JSON.stringify([base ?? null, ours ?? null, theirs ?? null])).slice(0, 22)
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    return count === 1 ? id : `${id}-${count}`
  }
}

/** The blocks of the side whose text is chosen, or another text in their place. */
export function chosenItems(
  versions: Versions,
  texts: ConflictTexts,
  choice: string | undefined,
): readonly Item[] {
  if (choice === texts.ours) return versions.ours.map(itemOf)
  if (choice === texts.theirs) return versions.theirs.map(itemOf)
  if (choice === texts.base) return versions.base.map(itemOf)
  const source = choice?.trimEnd().replace(/^(?:[ \t]*(?:\r\n|\n|\r))+/, '') ?? ''
  if (source === '') return []
  const [first, last] = [
    versions.ours[0] ?? versions.theirs[0],
    versions.ours.at(-1) ?? versions.theirs.at(-1),
  ]
  return [{ type: first?.type ?? '', source, gap: last?.gap, origins: [] }]
}
