import { parseArgs } from 'node:util'
import { version } from '../version.ts'
import { type Command, type Result, WrongUsage } from './command.ts'
import { explain } from './explain.ts'
import { helpFor, overview } from './help.ts'
import { commands } from './index.ts'

export interface Terminal {
  readonly print: (text: string) => void
  readonly complain: (text: string) => void
}

/** Runs one command line and answers with its exit code: 0 done, 1 failed, 2 wrong usage. */
export async function run(argv: readonly string[], { print, complain }: Terminal): Promise<number> {
  try {
    const { text, failed } = await outputOf(argv)
    print(text)
    return failed ? 1 : 0
  } catch (error) {
    const { code, message } = explain(error)
    complain(`${message}\n`)
    return code
  }
}

async function outputOf(argv: readonly string[]): Promise<Pick<Result, 'text' | 'failed'>> {
  const [first = '', second = ''] = argv
  if (first === '--help' || first === '-h') return { text: overview(commands) }
  if (first === '--version') return { text: `${version}\n` }
  const family = commands.filter(({ name }) => name.startsWith(`${first} `))
  if (family.length > 0 && (second === '--help' || second === '-h')) return { text: overview(family) }
  const command = commands.find(({ name }) => name === first || name === `${first} ${second}`)
  if (command === undefined) throw new WrongUsage(choices(family.length > 0 ? family : commands))

  const { help, json, ...options } = parse(command, argv.slice(command.name.split(' ').length))
  if (help) return { text: helpFor(command) }
  const result = await command.run(options)
  if (result === undefined) return { text: '' }
  return json ? { ...result, text: `${JSON.stringify(result.data, null, 2)}\n` } : result
}

function choices(known: readonly Command[]) {
  return `Name a command: ${known.map(({ name }) => name).join(', ')}. See: stemma-server --help`
}

/** What was typed is not repeated, but for the name of an option: it may be a token in the wrong place. */
function parse(command: Command, args: string[]) {
  const own = Object.entries(command.options).map(
    ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  )
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...Object.fromEntries(own),
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    const [argument, ...others] = positionals
    if (command.argument === undefined && argument !== undefined)
      throw new Error('Everything after the command is given as an option')
    if (others.length > 0) throw new Error('Only one thing can be named')
    for (const [name, value] of Object.entries<unknown>(values)) {
      if (value === '') throw new Error(`Option --${name} has an empty value`)
    }
    return argument === undefined ? values : { ...values, argument }
  } catch (error) {
    const { message } = error as Error
    const unknown = /^Unknown option '(-[^'=]*)/.exec(message)?.[1]
    const sentence = unknown ? `There is no option ${unknown}.` : (message.split('\n')[0] ?? '')
    throw new WrongUsage(`${sentence.replace(/\.?$/, '.')} See: stemma-server ${command.name} --help`)
  }
}
