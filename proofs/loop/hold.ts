import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Milliseconds of processor time for which a piece of work keeps this thread from everything else: the most
 * that is used between two turns of the event loop. Other processes on the machine don't change it.
 */
export async function holdOf(work: () => Promise<unknown>): Promise<number> {
  let [longest, isOver] = [0, false]
  let last = processorMs()
  const turn = () => {
    const now = processorMs()
    longest = Math.max(longest, now - last)
    last = now
    // Waiting a millisecond adds at most that to what is measured; without it this would keep a core busy.
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
