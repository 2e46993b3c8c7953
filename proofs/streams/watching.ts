import type { Person } from '../../packages/server/src/test/harness.ts'
import { clientOf, type Params } from './stage.ts'

/** Someone who watches a change request, on one server after the other. */
export interface Watcher {
  /** The IDs of the events, in the order in which they arrived. */
  readonly seen: string[]
  readonly resets: () => number
  readonly stop: () => void
  readonly ended: Promise<void>
}

/** The connection changes to the other server whenever it breaks, with the last ID that was received. */
export function watch(addresses: readonly string[], person: Person, params: Params): Watcher & Ready {
  const seen: string[] = []
  const stopping = new AbortController()
  const { promise: ready, resolve: onReady } = Promise.withResolvers<void>()
  let [resets, turn, lastEventId] = [0, Math.floor(Math.random() * 2), undefined as string | undefined]
  const follow = async () => {
    while (!stopping.signal.aborted) {
      const client = clientOf(addresses[turn++ % addresses.length] ?? '', person)
      const options = { signal: stopping.signal, ...(lastEventId !== undefined && { lastEventId }) }
      // Ends by itself after some seconds, so that even healthy connections change servers.
      const query = { seconds: 1 + Math.floor(Math.random() * 10) }
      try {
        for await (const event of client.streamChangeRequest({ params, query }, options)) {
          if (event.event === 'presence') continue
          lastEventId = event.id
          if (event.event === 'reset') resets++
          if (event.event === 'change') seen.push(event.data.id)
          onReady()
        }
      } catch (error) {
        if (!stopping.signal.aborted) throw error
      }
    }
  }
  return { seen, resets: () => resets, stop: () => stopping.abort(), ended: follow(), ready }
}

interface Ready {
  /** Everything that happens from now on must arrive. */
  readonly ready: Promise<void>
}
