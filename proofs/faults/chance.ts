export function between(least: number, below: number): number {
  return least + Math.floor(Math.random() * (below - least))
}

export function oneOf<T>(items: readonly T[]): T {
  const item = items[between(0, items.length)]
  if (item === undefined) throw new RangeError('There is nothing to choose from.')
  return item
}

/** Picks up to `countMax` items at random, each at most once. */
export function someOf<T>(items: readonly T[], countMax: number): T[] {
  const rest = [...items]
  const count = Math.min(countMax, rest.length)
  return Array.from({ length: count }, () => rest.splice(between(0, rest.length), 1)).flat()
}
