import { setImmediate as nextTurn } from 'node:timers/promises'
import { runTextTask, runTextTasksWith, type TextTask } from '@stemma/content'
import { ApiError } from '../common/errors.ts'
import { currentOwner } from '../common/owner.ts'
import { receivePieces } from '../threads/pieces.ts'
import { ThreadFailed, threadPool } from '../threads/pool.ts'
import { limitThreads, threadsMax } from '../threads/thread-limit.ts'
import type { Answer } from './text-thread.ts'

/**
 * Sets the number of threads of each kind, and runs work on longer texts in them. Short texts take less time
 * than sending them to a thread.
 */
export function useThreads(count: number) {
  limitThreads(count)
  runTextTasksWith(async (task, input) => {
    const weight = weightOf(input)
    if (weight > inlineMax) return inThread(task, input)
    // Many short texts in a row, all of them in memory, would block other requests as much as a long one.
    turn.weight += weight
    if (turn.weight > inlineMax) {
      turn.weight = weight
      await nextTurn()
    }
    return runTextTask(task, input)
  })
}

/** In characters. The worst texts take about two microseconds per character. */
const inlineMax = 32_000
const turn = { weight: 0 }

const pool = threadPool<{ readonly task: TextTask; readonly input: readonly unknown[] }, Answer>(
  new URL('./text-thread.ts', import.meta.url),
  { sizeOf: threadsMax, answerMs: 60_000, startMs: 20_000, waitingMax: 64, waitingPerOwnerMax: 16 },
)

async function inThread(task: TextTask, input: readonly unknown[]): Promise<unknown> {
  try {
    const answer = await pool.ask(currentOwner(), { task, input })
    if ('fault' in answer) throw new Error(answer.fault)
    return await receivePieces(answer)
  } catch (error) {
    if (!(error instanceof ThreadFailed)) throw error
    throw new ApiError('unavailable', 'This text takes too long to process. Split it into several pages.', {
      retryAfterSeconds: 10,
    })
  }
}

/** The number of characters, plus some for each node. Stops counting at the limit. */
function weightOf(input: readonly unknown[]): number {
  const waiting: unknown[] = [...input]
  let weight = 0
  while (waiting.length > 0 && weight <= inlineMax) {
    const value = waiting.pop()
    if (typeof value === 'string') weight += value.length
    else if (typeof value === 'object' && value !== null) {
      weight += nodeWeight
      for (const part of value instanceof Map ? value.values() : Object.values(value)) waiting.push(part)
    }
  }
  return weight
}

const nodeWeight = 10
