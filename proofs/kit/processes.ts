import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import { availableParallelism } from 'node:os'

/** Starts a module in one process per core; each process gets the next item when it is done. */
export async function inProcesses<Item extends object, Result>(
  module: string,
  items: readonly Item[],
): Promise<Result[]> {
  const waiting = items.values()
  const results: Result[] = []
  const work = async () => {
    const child = fork(module)
    child.on('message', (result: Result | 'ready') => {
      if (result !== 'ready') results.push(result)
      const { value: next } = waiting.next()
      if (next === undefined) child.disconnect()
      else child.send(next)
    })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${module} ended with ${code}.`)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return results
}

/** In such a process: handles each item it receives, until there are no more. */
export async function workThrough<Item, Result extends object>(work: (item: Item) => Promise<Result>) {
  const given = on(process, 'message', { close: ['disconnect'] })
  process.send?.('ready')
  for await (const [item] of given) process.send?.(await work(item))
}
