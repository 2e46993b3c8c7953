import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The longest processor time, in milliseconds, that some work uses between two turns of the event loop,
 * during which nothing else can run. Other processes on the machine don't change it.
 */
export async function holdOf(work: () => Promise<unknown>): Promise<number> {
  let [longest, isOver] = [0, false]
  let last = processorMs()
  const turn = () => {
    const now = processorMs()
    longest = Math.max(longest, now - last)
    last = now
    // The delay adds at most a millisecond to the result; without it, this would keep a core busy.
    if (!isOver) setTimeout(turn, 1)
  }
  setTimeout(turn, 0)
  try {
    await work()
  } finally {
    await sleep(2)
    isOver = true
  }
  return longest
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
