import type { Server } from './harness.ts'

/** The number of statements that the server sends meanwhile. */
export async function statementsOf({ statements }: Server, work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const add = statements.add.bind(statements)
  statements.add = (text) => {
    count++
    return add(text)
  }
  try {
    await work()
    return count
  } finally {
    statements.add = add
  }
}
