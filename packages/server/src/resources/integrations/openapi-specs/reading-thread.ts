import { parentPort } from 'node:worker_threads'
import { Files, type Outcome } from './reading.ts'

/** Requests to the thread: add a file, or validate all files together. */
export type Question =
  | { readonly address: string; readonly text: string }
  | { readonly before: string | undefined }

export type Answer =
  | { readonly references: readonly string[] }
  | { readonly outcome: Outcome }
  | { readonly fault: string }

const files = new Files()

parentPort?.on('message', async (question: Question) => {
  parentPort?.postMessage(await answerTo(question))
})

async function answerTo(question: Question): Promise<Answer> {
  try {
    if ('text' in question) return { references: files.add(question.address, question.text) }
    return { outcome: await files.finish(question.before) }
  } catch (error) {
    return {
      fault: error instanceof RangeError ? 'It is nested too deeply.' : String((error as Error).message),
    }
  }
}
