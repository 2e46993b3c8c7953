/** Longer names are not compared, so that an error is cheap even with many declared names. */
const lengthMax = 128
const editsMax = 2

/** Returns a question to append to an error message, with a leading space; empty if no name is similar. */
export function didYouMean(name: string, candidates: readonly string[], quote = ''): string {
  const nearest = nearestOf(name, candidates)
  return nearest === undefined ? '' : ` Did you mean ${quote}${nearest}${quote}?`
}

function nearestOf(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > lengthMax) return undefined
  const editsAllowed = Math.min(editsMax, Math.floor(name.length / 2))
  const near = candidates
    .filter((candidate) => Math.abs(candidate.length - name.length) <= editsMax)
    .map((candidate) => ({ candidate, edits: editsBetween(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ edits }) => edits <= editsAllowed)
  return near.sort((a, b) => a.edits - b.edits)[0]?.candidate
}

/** The number of letters to insert, delete, replace or swap. */
function editsBetween(from: string, to: string): number {
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let at = 0; at < from.length; at++) {
    const next = [at + 1]
    for (let other = 0; other < to.length; other++) {
      const replaced = (row[other] ?? 0) + (from[at] === to[other] ? 0 : 1)
      const added = (next[other] ?? 0) + 1
      const dropped = (row[other + 1] ?? 0) + 1
      const isSwap = other > 0 && from[at] === to[other - 1] && from[at - 1] === to[other]
      const swapped = isSwap ? (before[other - 1] ?? 0) + 1 : replaced
      next.push(Math.min(replaced, added, dropped, swapped))
    }
    before = row
    row = next
  }
  return row.at(-1) ?? 0
}
