import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Manuscript } from './manuscript.ts'
import type { Answer, Question } from './typesetting-process.ts'

/** The book can't be typeset. The message may be shown to any user. */
export class Untypesettable extends Error {}

export interface Typeset {
  readonly pdf: Uint8Array
  /** The number of printed pages. */
  readonly pages: number
  /** The peak memory of its process. */
  readonly residentBytes: number
}

/**
 * Typesets a book in a separate process with limited time and memory, an empty environment, and no access to
 * files other than its input. If images exceed the limits, it retries without images.
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
  /** A folder with additional fonts; empty for none. */
  readonly fontsFolder: string
  readonly timeoutMs?: number
  readonly memoryBytesMax?: number
  /** Aborting it kills the process. */
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
  // Without a listener, a child that dies during a write would crash this process.
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
