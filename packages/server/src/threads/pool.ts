import type { Worker } from 'node:worker_threads'
import { ApiError } from '../common/errors.ts'
import { startThread } from './start-thread.ts'

/** A bounded pool of threads that run the same program, one task each at a time. */
export interface ThreadPool<Question, Answer> {
  /**
   * Waits for a thread and runs a task in it. Owners take turns, so that one with many tasks doesn't delay
   * the first task of another. Rejects with 503 if too many are waiting, and with `ThreadFailed` if the
   * thread fails.
   */
  ask(owner: string, question: Question): Promise<Answer>
}

/** The thread took too long, ran out of memory or broke; it has been replaced. */
export class ThreadFailed extends Error {
  override readonly name = 'ThreadFailed'
}

export interface PoolOptions {
  /** Evaluated on each use, because settings are read after modules are loaded. */
  readonly sizeOf: () => number
  readonly answerMs: number
  /** Additional time for a new thread, which takes seconds to load its program on a busy machine. */
  readonly startMs: number
  readonly waitingMax: number
  readonly waitingPerOwnerMax: number
}

export function threadPool<Question, Answer>(
  program: URL,
  options: PoolOptions,
): ThreadPool<Question, Answer> {
  const pool: Pool<Question, Answer> = { program, options, idle: [], running: 0, waiting: new Map() }
  return {
    ask: (owner, question) =>
      new Promise((resolve, reject) => {
        const asked = { question, resolve, reject }
        if (pool.running < options.sizeOf() && pool.waiting.size === 0) run(pool, asked)
        else enqueue(pool, owner, asked)
      }),
  }
}

interface Pool<Question, Answer> {
  readonly program: URL
  readonly options: PoolOptions
  readonly idle: Idle[]
  running: number
  /** In the order of their turns. */
  readonly waiting: Map<string, Asked<Question, Answer>[]>
}

interface Idle {
  readonly thread: Worker
  /** Ends the idle time of the thread. */
  readonly leave: () => void
}

interface Asked<Question, Answer> {
  readonly question: Question
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

function enqueue<Q, A>({ waiting, options }: Pool<Q, A>, owner: string, asked: Asked<Q, A>) {
  const own = waiting.get(owner) ?? []
  const all = [...waiting.values()].reduce((sum, { length }) => sum + length, 0)
  if (all >= options.waitingMax || own.length >= options.waitingPerOwnerMax) {
    const message = 'The server is processing too many documents. Nothing was changed. Try again soon.'
    asked.reject(new ApiError('unavailable', message, { retryAfterSeconds }))
    return
  }
  own.push(asked)
  waiting.set(owner, own)
}

const retryAfterSeconds = 10

/** Serves the owner that has waited longest, and moves it to the end of the queue. */
function next<Q, A>({ waiting }: Pool<Q, A>): Asked<Q, A> | undefined {
  const [turn] = waiting
  if (turn === undefined) return undefined
  const [owner, [first, ...rest]] = turn
  waiting.delete(owner)
  if (rest.length > 0) waiting.set(owner, rest)
  return first
}

function run<Q, A>(pool: Pool<Q, A>, { question, resolve, reject }: Asked<Q, A>) {
  pool.running++
  const { thread, startMs } = takeThread(pool)
  const finish = (isUsable: boolean) => {
    clearTimeout(timer)
    for (const name of failures) thread.removeListener(name, onFailure)
    thread.removeListener('message', onAnswer)
    pool.running--
    if (isUsable) putBack(pool, thread)
    else void thread.terminate()
    const following = next(pool)
    if (following !== undefined) run(pool, following)
  }
  const onFailure = () => {
    finish(false)
    reject(new ThreadFailed('The thread took too long, ran out of memory or failed.'))
  }
  const onAnswer = (answer: A) => {
    finish(true)
    resolve(answer)
  }
  const timer = setTimeout(onFailure, pool.options.answerMs + startMs)
  for (const name of failures) thread.once(name, onFailure)
  thread.once('message', onAnswer)
  thread.postMessage(question)
}

const failures = ['error', 'exit', 'messageerror'] as const

/** Threads are reused, because starting one takes longer than most tasks. They keep no state. */
function takeThread<Q, A>({ idle, program, options }: Pool<Q, A>) {
  const waiting = idle.pop()
  if (waiting === undefined) return { thread: startThread(program), startMs: options.startMs }
  waiting.leave()
  waiting.thread.ref()
  return { thread: waiting.thread, startMs: 0 }
}

/** Keeps a thread for the next task. It ends if there is none, or if it breaks in the meantime. */
function putBack({ idle }: { readonly idle: Idle[] }, thread: Worker) {
  thread.unref()
  const end = () => {
    idle.splice(idle.indexOf(one), 1)
    one.leave()
    void thread.terminate()
  }
  const timer = setTimeout(end, idleMs).unref()
  const leave = () => {
    clearTimeout(timer)
    thread.removeListener('exit', end)
  }
  const one = { thread, leave }
  thread.once('exit', end)
  idle.push(one)
}

const idleMs = 30_000
