import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { startThread } from '../../../threads/start-thread.ts'
import type { Outcome } from './reading.ts'
import type { Answer, Question } from './reading-thread.ts'

/** A document couldn't be read. The message may be shown to anyone. */
export class Unreadable extends Error {}

/**
 * Reads the files of a document in a thread of its own, so that no input can block the server. The number of
 * threads is bounded by jobs: as many as the crew `outside` has workers, and two per organization. A thread
 * waits for files to arrive, so with a pool, slow servers of one organization would block others.
 */
export interface Reader {
  add(address: string, text: string): Promise<readonly string[]>
  finish(before: string | undefined): Promise<Outcome>
}

/** Aborting the signal terminates the thread, whatever it is doing. */
export async function withReader<T>(work: (reader: Reader) => Promise<T>, signal?: AbortSignal): Promise<T> {
  signal?.throwIfAborted()
  const thread = startThread(new URL('./reading-thread.ts', import.meta.url))
  const end = () => void thread.terminate()
  signal?.addEventListener('abort', end, { once: true })
  try {
    return await work({
      async add(address, text) {
        const answer = await ask(thread, { address, text })
        return 'references' in answer ? answer.references : []
      },
      async finish(before) {
        const answer = await ask(thread, { before })
        if ('outcome' in answer) return answer.outcome
        throw new Unreadable('This cannot be read.')
      },
    })
  } finally {
    signal?.removeEventListener('abort', end)
    await thread.terminate()
  }
}

const answerMs = 30_000

async function ask(thread: Worker, question: Question): Promise<Answer> {
  const answered = once(thread, 'message', { signal: AbortSignal.timeout(answerMs) })
  thread.postMessage(question)
  const [answer] = (await answered.catch((error: unknown) => {
    throw new Unreadable('It takes too long, or too much memory, to read this.', { cause: error })
  })) as [Answer]
  if ('fault' in answer) throw new Unreadable(answer.fault.slice(0, messageMax))
  return answer
}

const messageMax = 500
