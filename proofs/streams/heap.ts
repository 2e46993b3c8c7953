import { subscribe } from 'node:diagnostics_channel'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into a server before it starts. At SIGUSR2, it prints what is alive after a collection: objects, and
 * memory outside of the heap that objects own, such as buffers.
 */
setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** The line that is printed, as JSON. */
export interface Live {
  readonly liveBytes: number
}

async function measure(): Promise<Live> {
  let least = Number.POSITIVE_INFINITY
  for (let looks = 0; looks < 5; looks++) {
    collect()
    await turn()
    const { heapUsed, external } = process.memoryUsage()
    least = Math.min(least, heapUsed + external)
  }
  return { liveBytes: least }
}

if (isMainThread) process.on('SIGUSR2', async () => console.log(JSON.stringify(await measure())))

/** For `--control`: every request leaves something behind. */
if (process.env.STREAMS_LEAK !== undefined) {
  const left: Buffer[] = []
  subscribe('http.server.request.start', () => void left.push(Buffer.alloc(100_000)))
}
