import { parentPort } from 'node:worker_threads'
import { tokensOf } from './tokens.ts'

/** A code block to highlight. */
export interface Question {
  readonly code: string
  readonly syntax: string
}

parentPort?.on('message', ({ code, syntax }: Question) => {
  tokensOf(code, syntax).then(
    (lines) => parentPort?.postMessage(lines),
    () => parentPort?.postMessage(undefined),
  )
})
