/** The name that was probably meant, if any. Only small differences count, so that nobody is misled. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  const best = names
    .map((name) => ({ name, far: name.startsWith(typed) ? 1 : distance(typed, name) }))
    .sort((one, other) => one.far - other.far)[0]
  return best && typed.length > 1 && best.far <= Math.max(1, Math.floor(best.name.length / 3))
    ? best.name
    : undefined
}

/** The number of letters to insert, delete, replace or swap with their neighbour. */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        (current[column - 1] ?? 0) + 1,
        (rows[row - 1]?.[column] ?? 0) + 1,
        (rows[row - 1]?.[column - 1] ?? 0) + cost,
        swapped ? (rows[row - 2]?.[column - 2] ?? 0) + 1 : Infinity,
      )
    }
    rows.push(current)
  }
  return rows.at(-1)?.at(-1) ?? 0
}
