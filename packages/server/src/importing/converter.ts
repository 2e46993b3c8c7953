import { ThreadFailed, threadPool } from '../threads/pool.ts'
import { threadsMax } from '../threads/thread-limit.ts'
import { openArchive } from './archive.ts'
import type { ConvertedPage } from './converted-page.ts'
import type { Answer, Question } from './converting-thread.ts'
import { ImportRefusal } from './refusal.ts'

/** Converts pages to Markdown in a worker thread, so that no page can block the server. */
export interface Converter {
  html(text: string, address?: string, options?: { readonly lists?: boolean }): Promise<ConvertedPage>
  docx(bytes: Uint8Array): Promise<ConvertedPage>
}

/**
 * Returns a converter that handles one page of an organization at a time. Organizations take turns; if too
 * many pages wait for a thread, it rejects with 503.
 */
export function converterFor(organizationId: string): Converter {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (question: Question) => {
    const asked = last.then(() => convert(organizationId, question))
    last = asked.catch(() => {})
    return asked
  }
  return {
    async html(text, address, { lists = false } = {}) {
      if (text.length > htmlCharactersMax)
        throw new ImportRefusal(`This page has more than ${htmlCharactersMax} characters.`)
      return inTurn({ form: 'html', text, address, lists })
    },
    async docx(bytes) {
      await requireUnpackable(bytes)
      return inTurn({ form: 'docx', bytes })
    },
  }
}

/** If a page takes too much time or memory, only that page fails. */
async function convert(organizationId: string, question: Question): Promise<ConvertedPage> {
  try {
    const answer = await pool.ask(organizationId, question)
    if ('page' in answer) return answer.page
  } catch (error) {
    if (!(error instanceof ThreadFailed)) throw error
  }
  throw new ImportRefusal("This page can't be converted: it is damaged, too large, or takes too long.")
}

const htmlCharactersMax = 4_000_000

/** Waiting documents are held in memory, so the queue is short. */
const pool = threadPool<Question, Answer>(new URL('./converting-thread.ts', import.meta.url), {
  sizeOf: threadsMax,
  answerMs: 20_000,
  startMs: 20_000,
  waitingMax: 16,
  waitingPerOwnerMax: 4,
})

const docxBounds = { entriesMax: 5_000, entryBytesMax: 32 * 1024 * 1024, bytesMax: 100 * 1024 * 1024 }

/** The document reader unpacks without a limit, so this unpacks every entry first to detect false sizes. */
async function requireUnpackable(bytes: Uint8Array) {
  const archive = await openArchive(bytes, docxBounds)
  if (!archive.has('word/document.xml'))
    throw new ImportRefusal('This is not a Word document (.docx). Save it in that format.')
  for (const path of archive.paths) await archive.read(path)
}
