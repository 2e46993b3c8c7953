import { noProgress, understand, withoutControls } from '@stemma/command-line'
import type { Call } from './command.ts'
import { explain } from './explain.ts'
import { program } from './program.ts'

export interface Terminal extends Omit<Call, 'userAgent' | 'program'> {
  readonly print: (text: string) => void
  readonly complain: (text: string) => void
}

/** Runs one command line and returns its exit code. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const { output, code } = await outcomeOf(argv, terminal)
    terminal.print(output)
    return code
  } catch (error) {
    terminal.progress.end()
    const { code, sentences } = explain(error)
    const lines = sentences.flatMap((sentence) => sentence.split('\n'))
    terminal.complain(lines.map((line) => `${withoutControls(line)}\n`).join(''))
    return code
  }
}

async function outcomeOf(argv: readonly string[], terminal: Terminal) {
  const understood = await understand(program, argv)
  if ('text' in understood) return { output: understood.text, code: 0 }
  const { json, quiet, endpoint, token, 'no-color': plain, ...options } = understood.options as Common
  const call: Call = {
    ...terminal,
    endpoint: endpoint ?? terminal.endpoint,
    token: token ?? terminal.token,
    ...((json || quiet) && { progress: noProgress }),
    ...((json || plain) && { paint: (_style, text) => text }),
    userAgent: `stemma-cli/${program.version}`,
    program,
  }
  const result = await understood.command.run(options, call)
  const { data, text = '', code = 0 } = result ?? { data: null }
  return { output: json ? `${JSON.stringify(data, null, 2)}\n` : text, code }
}

interface Common extends Readonly<Record<string, unknown>> {
  readonly json?: boolean
  readonly quiet?: boolean
  readonly 'no-color'?: boolean
  readonly endpoint?: string
  readonly token?: string
}
