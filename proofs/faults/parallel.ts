/** Runs `work` for every item, at most `workers` at a time. */
export async function inParallel<T, R>(
  workers: number,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const waiting = items.values()
  const done: R[] = []
  const worker = async () => {
    for (const item of waiting) done.push(await work(item))
  }
  await Promise.all(Array.from({ length: workers }, worker))
  return done
}
