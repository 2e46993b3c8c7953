import { parentPort } from 'node:worker_threads'
import { sendOver } from '../kit/wire.ts'

export interface Sent {
  readonly address: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: string | undefined
}

/** A thread that sends requests, so that building and reading them doesn't count as work of the server. */
let prepared: Sent | undefined
parentPort?.on('message', async (message: Sent | 'go') => {
  if (message !== 'go') {
    prepared = message
    parentPort?.postMessage(0)
  } else if (prepared !== undefined) {
    const { address, ...sent } = prepared
    const answer = await sendOver(address, sent).catch(() => ({ status: -1 }))
    parentPort?.postMessage(answer.status)
  }
})
