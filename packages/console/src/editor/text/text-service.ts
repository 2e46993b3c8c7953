import { startWorker } from '../../app/asked-worker.ts'
import type { Answers, Question } from './messages.ts'
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
  const worker = startWorker(workerUrl)
  return {
    ask: (question) => worker.ask(question),
    take: (steps, { compared }) => worker.tell({ kind: 'taken', steps, compared }),
    close: () => worker.close('The page was closed.'),
  }
}
