import type { Answered, Answers, Question } from './messages.ts'
import workerUrl from './text-worker.ts?worker&url'

/** The worker of one open page. */
export interface TextService {
  readonly ask: <Kind extends keyof Answers>(
    question: Extract<Question, { kind: Kind }>,
  ) => Promise<Answers[Kind]>
  /** Tells the worker what the document became. */
  readonly take: (steps: readonly unknown[], options: { readonly compared: boolean }) => void
  readonly close: () => void
}

export function startTextService(): TextService {
  const worker = new Worker(trusted(workerUrl), { type: 'module' })
  const waiting = new Map<number, PromiseWithResolvers<never>>()
  const rejectAll = (reason: string) => {
    for (const { reject } of waiting.values()) reject(new Error(reason))
    waiting.clear()
  }
  let last = 0
  worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
    const { resolve, reject } = waiting.get(data.id) ?? {}
    waiting.delete(data.id)
    if ('answer' in data) resolve?.(data.answer as never)
    else reject?.(new Error(data.failure))
  })
  worker.addEventListener('error', ({ message }) => rejectAll(message))
  return {
    ask(question) {
      const answered = Promise.withResolvers<never>()
      last += 1
      waiting.set(last, answered)
      worker.postMessage({ ...question, id: last })
      return answered.promise
    },
    take: (steps, { compared }) => worker.postMessage({ kind: 'taken', steps, compared }),
    close() {
      worker.terminate()
      rejectAll('The page was closed.')
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
