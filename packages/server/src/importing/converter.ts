import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { openArchive } from './archive.ts'
import type { Answer, ConvertedPage, Question } from './converting-thread.ts'
import { ImportRefusal } from './refusal.ts'

/** Makes Markdown of pages in other forms, in a thread of its own, where none can stop the server. */
export interface Converter {
  html(text: string, address?: string, options?: { readonly lists?: boolean }): Promise<ConvertedPage>
  docx(bytes: Uint8Array): Promise<ConvertedPage>
}

export async function withConverter<T>(work: (converter: Converter) => Promise<T>): Promise<T> {
  let thread: Worker | undefined
  const ask = async (question: Question): Promise<ConvertedPage> => {
    thread ??= taken()
    try {
      const answer = await answered(thread, question)
      if ('page' in answer) return answer.page
    } catch {
      // One page that takes too long, or too much memory, must not keep the others from being read.
      await thread.terminate()
      thread = undefined
    }
    throw new ImportRefusal('This page cannot be read: it is broken, too large, or takes too long.')
  }
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (question: Question) => {
    const asked = last.then(() => ask(question))
    last = asked.catch(() => {})
    return asked
  }
  try {
    return await work({
      async html(text, address, { lists = false } = {}) {
        if (text.length > htmlCharactersMax)
          throw new ImportRefusal(`This page has more than ${htmlCharactersMax} characters.`)
        return inTurn({ form: 'html', text, address, lists })
      },
      async docx(bytes) {
        await requireUnpackable(bytes)
        return inTurn({ form: 'docx', bytes })
      },
    })
  } finally {
    await last
    if (thread !== undefined) putBack(thread)
  }
}

/**
 * A thread that has nothing to do for the moment: to start one takes longer than to read a hundred pages.
 * It keeps nothing of what it has read.
 */
let idle: { readonly thread: Worker; readonly timer: NodeJS.Timeout } | undefined

function taken(): Worker {
  const waiting = idle
  idle = undefined
  clearTimeout(waiting?.timer)
  waiting?.thread.ref()
  return waiting?.thread ?? started()
}

function putBack(thread: Worker) {
  thread.unref()
  const end = () => {
    if (idle?.thread === thread) idle = undefined
    void thread.terminate()
  }
  if (idle !== undefined) return end()
  idle = { thread, timer: setTimeout(end, idleMs).unref() }
}

const idleMs = 30_000

const htmlCharactersMax = 4_000_000
const resourceLimits = { maxOldGenerationSizeMb: 512, stackSizeMb: 4 }
const answerMs = 20_000

function started(): Worker {
  const thread = new Worker(new URL('./converting-thread.ts', import.meta.url), { resourceLimits, env: {} })
  // One that fails while nobody waits for it would end the process; who asks next gets no answer.
  thread.on('error', () => {})
  return thread
}

async function answered(thread: Worker, question: Question): Promise<Answer> {
  const answer = once(thread, 'message', { signal: AbortSignal.timeout(answerMs) })
  thread.postMessage(question)
  return ((await answer) as [Answer])[0]
}

const docxBounds = { entriesMax: 5_000, entryBytesMax: 32 * 1024 * 1024, bytesMax: 100 * 1024 * 1024 }

/** What reads documents unpacks them without a bound, so that a lie about their sizes is found out here. */
async function requireUnpackable(bytes: Uint8Array) {
  const archive = await openArchive(bytes, docxBounds)
  if (!archive.has('word/document.xml'))
    throw new ImportRefusal('This is no document in the form of Word (.docx). Save it as one.')
  for (const path of archive.paths) await archive.read(path)
}
