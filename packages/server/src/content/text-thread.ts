import { parentPort } from 'node:worker_threads'
import { runTextTask, type TextTask } from '@stemma/content'

export type Answer = { readonly result: unknown } | { readonly fault: string }

parentPort?.on('message', ({ task, input }: { task: TextTask; input: readonly unknown[] }) => {
  parentPort?.postMessage(answerTo(task, input))
})

function answerTo(task: TextTask, input: readonly unknown[]): Answer {
  try {
    return { result: runTextTask(task, input) }
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
