/** A worker of the console that answers questions. */
export interface AskedWorker {
  /** If the question is taken back, the worker gets `{ id, isAborted: true }`. */
  readonly ask: <T>(question: object, signal?: AbortSignal | null) => Promise<T>
  /** Says something that has no answer. */
  readonly tell: (message: object) => void
  readonly close: (reason: string) => void
}

/** What a worker answers to the question with this ID. */
export type Answered<T> =
  | { readonly id: number; readonly answer: T }
  | { readonly id: number; readonly failure: string }

/** The worker did not start, or broke: it answers nothing. */
export class WorkerFailure extends Error {}

export function startWorker(url: string): AskedWorker {
  const worker = new Worker(trusted(url), { type: 'module' })
  const waiting = new Map<number, PromiseWithResolvers<never>>()
  const rejectAll = (reason: Error) => {
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  }
  let last = 0
  worker.addEventListener('message', ({ data }: MessageEvent<Answered<unknown>>) => {
    const { resolve, reject } = waiting.get(data.id) ?? {}
    waiting.delete(data.id)
    if ('answer' in data) resolve?.(data.answer as never)
    else reject?.(new Error(data.failure))
  })
  worker.addEventListener('error', ({ message }) => rejectAll(new WorkerFailure(message)))
  return {
    async ask(question, signal) {
      signal?.throwIfAborted()
      const answered = Promise.withResolvers<never>()
      const id = ++last
      waiting.set(id, answered)
      worker.postMessage({ ...question, id })
      const abort = () => {
        worker.postMessage({ id, isAborted: true })
        answered.reject(signal?.reason)
      }
      signal?.addEventListener('abort', abort)
      try {
        return await answered.promise
      } finally {
        signal?.removeEventListener('abort', abort)
      }
    },
    tell: (message) => worker.postMessage(message),
    close(reason) {
      worker.terminate()
      rejectAll(new Error(reason))
    },
  }
}

/** The policy of the page accepts addresses of scripts only from code that answers for them. */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as unknown as { readonly trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('stemma-worker', { createScriptURL: (own) => own })
  return policy === undefined ? url : policy.createScriptURL(url)
}

let policy: Policy | undefined

interface Policy {
  readonly createScriptURL: (url: string) => string
}

interface TrustedTypes {
  readonly createPolicy: (name: string, rules: Policy) => Policy
}
