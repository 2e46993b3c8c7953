import { parentPort } from 'node:worker_threads'
import type { ConvertedPage } from './converted-page.ts'
import { readDocx } from './docx-page.ts'
import { readHtml } from './html-page.ts'

/** A request to the thread to convert a page to Markdown. */
export type Question =
  | {
      readonly form: 'html'
      readonly text: string
      readonly address?: string | undefined
      readonly lists?: boolean
    }
  | { readonly form: 'docx'; readonly bytes: Uint8Array }

export type Answer = { readonly page: ConvertedPage } | { readonly fault: string }

parentPort?.on('message', async (question: Question) => {
  parentPort?.postMessage(await answerTo(question))
})

async function answerTo(question: Question): Promise<Answer> {
  try {
    if (question.form === 'docx') return { page: await readDocx(question.bytes) }
    return { page: { ...readHtml(question.text, question), embedded: [] } }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
