import { hash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { CodeLine } from '../blocks/rendering.ts'
import type { Question } from './highlighting-thread.ts'
import { rememberedLines } from './remembered-lines.ts'
import { isKnown } from './tokens.ts'

export interface Highlighter {
  /** The lines of a code block, or `undefined` if it stays plain text. Never rejects. */
  highlight(code: string, syntax: string): Promise<readonly CodeLine[] | undefined>
  close(): void
}

interface HighlighterOptions {
  /** Time for a code block in a language that the thread has used a few times. */
  readonly answerMs?: number
  /** Additional time to load a language, and to start a thread. */
  readonly startMs?: number
  readonly cacheBytes?: number
}

/** Highlights code in a thread. If a code block takes too long, the thread ends and another one starts. */
export function openHighlighter(options: HighlighterOptions = {}): Highlighter {
  const { answerMs = 250, startMs = 10_000, cacheBytes = 16 * 1024 * 1024 } = options
  const remembered = rememberedLines(cacheBytes)
  const waiting = new Map<string, Promise<readonly CodeLine[] | undefined>>()
  const thread = newThread({ answerMs, startMs })
  return {
    async highlight(code, syntax) {
      if (!isKnown(syntax) || isTooLarge(code)) return undefined
      const key = hash('sha256', `${syntax}\n${code}`, 'base64url')
      const known = remembered.get(key)
      if (known !== undefined) return known.lines
      const asked = waiting.get(key)
      if (asked !== undefined) return asked
      if (waiting.size >= waitingMax) return undefined
      const answer = thread.ask({ code, syntax }).then((lines) => {
        waiting.delete(key)
        remembered.set(key, lines, code.length)
        return lines
      })
      waiting.set(key, answer)
      return answer
    },
    close: () => thread.close(),
  }
}

/** Beyond this, pages are drawn with plain text rather than late. */
const waitingMax = 500
const charactersMax = 50_000
const lineMax = 2_000

function isTooLarge(code: string): boolean {
  return code.length > charactersMax || code.split('\n').some((line) => line.length > lineMax)
}

interface Thread {
  /** Answers one after another. */
  ask(question: Question): Promise<readonly CodeLine[] | undefined>
  close(): void
}

function newThread({
  answerMs,
  startMs,
}: Required<Pick<HighlighterOptions, 'answerMs' | 'startMs'>>): Thread {
  let worker: Worker | undefined
  let isClosed = false
  /** How many code blocks in each language the thread has highlighted. */
  const syntaxes = new Map<string, number>()
  let last: Promise<unknown> = Promise.resolve()

  const end = () => {
    void worker?.terminate()
    worker = undefined
    syntaxes.clear()
  }
  const run = async (question: Question) => {
    if (isClosed) return undefined
    if (syntaxes.size >= syntaxesMax && !syntaxes.has(question.syntax)) end()
    worker ??= startWorker()
    const count = syntaxes.get(question.syntax) ?? 0
    const time = count < compilingMax ? answerMs + startMs : answerMs
    const answer = await askWorker(worker, question, time)
    syntaxes.set(question.syntax, count + 1)
    if (answer === failed) end()
    return answer === failed ? undefined : answer
  }
  return {
    ask: (question) => {
      const answer = last.then(() => run(question))
      last = answer
      return answer
    },
    close: () => {
      isClosed = true
      end()
    },
  }
}

/** Parts of a grammar are compiled when they are first used, so that the first code blocks take longer. */
const compilingMax = 3
/** Each language takes some megabytes. */
const syntaxesMax = 40

const failed = Symbol('failed')

/** The thread inherits nothing from the process, and doesn't keep it running. */
function startWorker(): Worker {
  const program = new URL('./highlighting-thread.ts', import.meta.url)
  const worker = new Worker(program, { resourceLimits, env: {}, execArgv: [] })
  worker.unref()
  // Without a listener, a thread that fails while it is idle ends the process.
  return worker.on('error', () => {})
}

const resourceLimits = { maxOldGenerationSizeMb: 256, stackSizeMb: 4 }

function askWorker(
  worker: Worker,
  question: Question,
  time: number,
): Promise<readonly CodeLine[] | undefined | typeof failed> {
  return new Promise((resolve) => {
    const finish = (answer: readonly CodeLine[] | undefined | typeof failed) => {
      clearTimeout(timer)
      for (const name of failures) worker.removeListener(name, onFailure)
      worker.removeListener('message', finish)
      resolve(answer)
    }
    const onFailure = () => finish(failed)
    const timer = setTimeout(onFailure, time)
    for (const name of failures) worker.once(name, onFailure)
    worker.once('message', finish)
    worker.postMessage(question)
  })
}

const failures = ['error', 'exit', 'messageerror'] as const
