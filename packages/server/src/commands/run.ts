import { noProgress, type Result, understand } from '@stemma/command-line'
import type { Surroundings } from './command.ts'
import { program } from './program.ts'

export interface Terminal extends Surroundings {
  readonly print: (text: string) => void
  readonly complain: (text: string) => void
}

/** Runs a command line and returns its exit code: 0 done, 1 failed, 2 wrong usage. */
export async function run(argv: readonly string[], { print, complain, progress }: Terminal): Promise<number> {
  try {
    const { text, code = 0 } = await outputOf(argv, progress)
    print(text)
    return code
  } catch (error) {
    progress.end()
    // Imported only on errors, because it loads the error types of the whole server.
    const { explain } = await import('./explain.ts')
    const { code, message } = explain(error)
    complain(`${message}\n`)
    return code
  }
}

async function outputOf(
  argv: readonly string[],
  progress: Surroundings['progress'],
): Promise<Pick<Result, 'text' | 'code'>> {
  const understood = await understand(program, argv)
  if ('text' in understood) return understood
  const { json, quiet, ...options } = understood.options
  const result = await understood.command.run(options, { progress: json || quiet ? noProgress : progress })
  if (result === undefined) return { text: '' }
  return json ? { ...result, text: `${JSON.stringify(result.data, null, 2)}\n` } : result
}
