import { currentOwner } from '../common/owner.ts'
import { ThreadFailed, threadPool } from '../threads/pool.ts'
import { threadsMax } from '../threads/thread-limit.ts'
import type { Answer } from './pack-scan-thread.ts'
import { PushRefusal } from './push-refusal.ts'

/**
 * Reads every entry of a pack before git does, in a thread, and rejects with `PushRefusal` if the pack is
 * damaged or larger than `pushLimits` allow. Git would allocate whatever a pack of a few bytes announces.
 */
export async function scanPack(file: string): Promise<void> {
  try {
    const answer = await pool.ask(currentOwner(), file)
    if ('refusal' in answer) throw new PushRefusal(answer.refusal)
    if ('fault' in answer) throw new Error(answer.fault)
  } catch (error) {
    if (error instanceof ThreadFailed) throw new PushRefusal('the pack takes too long to read; push less')
    throw error
  }
}

const pool = threadPool<string, Answer>(new URL('./pack-scan-thread.ts', import.meta.url), {
  sizeOf: threadsMax,
  answerMs: 60_000,
  startMs: 20_000,
  waitingMax: 16,
  waitingPerOwnerMax: 4,
})
