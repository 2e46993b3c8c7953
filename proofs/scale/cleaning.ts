/** Cleanup to run at the end, in reverse order, even when the program is interrupted. */
export interface Cleaning {
  add(undo: () => Promise<unknown>): void
  run(): Promise<void>
}

export function startCleaning(): Cleaning {
  const undoings: (() => Promise<unknown>)[] = []
  let cleaned = Promise.resolve()
  const undoAll = async () => {
    for (let undo = undoings.pop(); undo !== undefined; undo = undoings.pop()) {
      await undo().catch((error: unknown) => console.error(error))
    }
  }
  const run = () => {
    cleaned = cleaned.then(undoAll)
    return cleaned
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => run().finally(() => process.exit(1)))
  }
  return { add: (undo) => undoings.push(undo), run }
}
