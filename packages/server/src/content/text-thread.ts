import { parentPort } from 'node:worker_threads'
import { runTextTask, type TextTask } from '@stemma/content'
import { type InPieces, sendInPieces } from '../threads/pieces.ts'

export type Answer = InPieces | { readonly fault: string }

parentPort?.on('message', ({ task, input }: { task: TextTask; input: readonly unknown[] }) => {
  try {
    sendInPieces(runTextTask(task, input), (sent, moved) => parentPort?.postMessage(sent, moved))
  } catch (error) {
    const fault = error instanceof Error ? (error.stack ?? error.message) : String(error)
    parentPort?.postMessage({ fault })
  }
})
