import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Manuscript } from './manuscript.ts'
import type { Answer, Question } from './typesetting-process.ts'

/** A book that cannot be set; the sentence may be shown to anybody. */
export class Untypesettable extends Error {}

export interface Typeset {
  readonly pdf: Uint8Array
  /** Sheets of paper. */
  readonly pages: number
  /** The most memory that its process had. */
  readonly residentBytes: number
}

/**
 * Sets a book in a process of its own, bounded in time and memory, with no environment and nothing to read
 * but what it is given. An image can be made to take too much of both: then the book is set without images.
 */
export async function typeset(manuscript: Manuscript, options: TypesetOptions): Promise<Typeset> {
  try {
    return await run(manuscript, options)
  } catch (error) {
    const files = Object.entries(manuscript.files)
    if (!(error instanceof Untypesettable) || !files.some(([, file]) => file.bytes)) throw error
    const named = files.map(([id, { bytes: _bytes, ...file }]) => [id, file])
    return run({ ...manuscript, files: Object.fromEntries(named) }, options)
  }
}

export interface TypesetOptions {
  /** Where further fonts are; empty: nowhere. */
  readonly fontsFolder: string
  readonly timeoutMs?: number
  readonly memoryBytesMax?: number
  /** Ends the process when it is aborted. */
  readonly signal?: AbortSignal
}

const tooMuch =
  'It takes too long, or too much memory, to set this. Ask for a part of it with `page`, or less with `only`.'

async function run(
  manuscript: Manuscript,
  { fontsFolder, timeoutMs = 120_000, memoryBytesMax = 2_000_000_000, signal: outer }: TypesetOptions,
): Promise<Typeset> {
  outer?.throwIfAborted()
  const child = fork(new URL('./typesetting-process.ts', import.meta.url), {
    serialization: 'advanced',
    env: {},
    execArgv: ['--max-old-space-size=768', '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // A child that dies while it is written to would end this process without a listener.
  child.on('error', () => {})
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(outer ? [outer] : [])])
  try {
    const answered = once(child, 'message', { signal })
    const ended = once(child, 'exit', { signal }).then(() => undefined)
    answered.catch(() => {})
    ended.catch(() => {})
    child.send({ manuscript, fontsFolder, memoryBytesMax } satisfies Question, () => {})
    const answer = (await Promise.race([answered, ended]).catch(() => undefined)) as [Answer] | undefined
    outer?.throwIfAborted()
    if (answer === undefined) throw new Untypesettable(tooMuch)
    const [said] = answer
    if ('fault' in said) throw new Untypesettable(`This can't be converted to PDF. ${said.fault}`)
    return said
  } finally {
    child.kill('SIGKILL')
  }
}
