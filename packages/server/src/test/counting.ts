import type { Server } from './harness.ts'

/**
 * The number of statements that reading something takes. The server also writes in the background, so it is
 * the least of three.
 */
export async function statementsOf(server: Server, read: () => Promise<unknown>): Promise<number> {
  return Math.min(await countOnce(server, read), await countOnce(server, read), await countOnce(server, read))
}

async function countOnce({ statements }: Server, read: () => Promise<unknown>): Promise<number> {
  let count = 0
  const add = statements.add.bind(statements)
  statements.add = (text) => {
    count++
    return add(text)
  }
  try {
    await read()
    return count
  } finally {
    statements.add = add
  }
}
