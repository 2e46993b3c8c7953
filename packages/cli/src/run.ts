import { parseArgs } from 'node:util'
import { ApiFailure, ConnectionFailure } from '@stemma/client'
import { type Command, type Surroundings, WrongUsage } from './command.ts'
import { commands } from './commands/index.ts'
import { helpFor, overview } from './help.ts'
import { withoutControls } from './table.ts'

export interface Terminal extends Surroundings {
  readonly version: string
  readonly print: (text: string) => void
  readonly complain: (text: string) => void
}

/** Runs one command line and answers with its exit code: 0 done, 1 refused, 2 wrong usage. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    terminal.print(await outputOf(argv, terminal))
    return 0
  } catch (error) {
    const { code, sentences } = explain(error)
    terminal.complain(sentences.map((sentence) => `${withoutControls(sentence)}\n`).join(''))
    return code
  }
}

async function outputOf([name, ...rest]: readonly string[], terminal: Terminal): Promise<string> {
  if (name === '--help' || name === '-h') return overview(commands)
  if (name === '--version') return `${terminal.version}\n`
  const command = commands.find((candidate) => candidate.name === name)
  if (command === undefined) {
    const known = commands.map((candidate) => candidate.name).join(', ')
    throw new WrongUsage(`Name a command: ${known}. See: stemma --help`)
  }
  const { help, json, endpoint, token, ...options } = parse(command, rest)
  if (help) return helpFor(command)

  const { data, text } = await command.run({
    options,
    surroundings: {
      ...terminal,
      endpoint: endpoint ?? terminal.endpoint,
      token: token ?? terminal.token,
    },
    userAgent: `stemma-cli/${terminal.version}`,
  })
  return json ? `${JSON.stringify(data, null, 2)}\n` : text
}

/** What was typed is not repeated, but for the name of an option: it may be a token in the wrong place. */
function parse(command: Command, args: string[]) {
  const own = Object.keys(command.options).map((name) => [name, { type: 'string' }] as const)
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...Object.fromEntries(own),
        endpoint: { type: 'string' },
        token: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    const { takes = [] } = command
    if (positionals.length > takes.length)
      throw new Error('Everything after the command is given as an option')
    for (const [at, value] of positionals.entries()) Object.assign(values, { [takes[at] ?? '']: value })
    for (const [name, value] of Object.entries(values)) {
      if (value === '') throw new Error(`Option --${name} has an empty value`)
    }
    return values
  } catch (error) {
    const { message } = error as Error
    const unknown = /^Unknown option '(-[^'=]*)/.exec(message)?.[1]
    const sentence = unknown ? `There is no option ${unknown}.` : (message.split('\n')[0] ?? '')
    throw new WrongUsage(`${sentence.replace(/\.?$/, '.')} See: stemma ${command.name} --help`)
  }
}

function explain(error: unknown): { code: number; sentences: string[] } {
  if (error instanceof WrongUsage) return { code: 2, sentences: [error.message] }
  if (error instanceof ApiFailure) {
    const { message, requestId } = error
    return { code: 1, sentences: [message, ...(requestId ? [`Request id: ${requestId}`] : [])] }
  }
  if (error instanceof ConnectionFailure || isSystemError(error))
    return { code: 1, sentences: [error.message] }
  throw error
}

/** A file that may not be written, a full disk: nothing that a stack trace would help with. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error
}
