import { Worker } from 'node:worker_threads'
import { compileBook } from './compile.ts'
import type { Manuscript } from './manuscript.ts'

/** The only message the process receives: it typesets one book and exits. */
export interface Question {
  readonly manuscript: Manuscript
  readonly fontsFolder: string
  readonly memoryBytesMax: number
}

export type Answer =
  | { readonly pdf: Uint8Array; readonly pages: number; readonly residentBytes: number }
  | { readonly fault: string }

process.once('message', (question: Question) => {
  watch(question.memoryBytesMax)
  process.send?.(answerTo(question), () => process.exit(0))
})
/** The parent process is gone. */
process.once('disconnect', () => process.exit(1))

function answerTo({ manuscript, fontsFolder }: Question): Answer {
  try {
    return { ...compileBook(manuscript, fontsFolder), residentBytes: process.resourceUsage().maxRSS * 1024 }
  } catch (error) {
    return { fault: String((error as Error).message).slice(0, 2_000) }
  }
}

/**
 * The compiler blocks its thread and limits neither memory nor time. A second thread kills the process if it
 * uses too much memory or its parent is gone.
 */
function watch(bytesMax: number) {
  const program = `
    setInterval(() => {
      const isAlone = process.ppid !== ${process.ppid}
      if (isAlone || process.memoryUsage.rss() > ${bytesMax}) process.kill(process.pid, 'SIGKILL')
    }, 50)`
  new Worker(program, { eval: true, env: {} }).unref()
}
