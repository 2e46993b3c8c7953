import { parseArgs } from 'node:util'
import { version } from '../version.ts'
import { type Command, WrongUsage } from './command.ts'
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
    print(await outputOf(argv))
    return 0
  } catch (error) {
    const { code, message } = explain(error)
    complain(`${message}\n`)
    return code
  }
}

async function outputOf(argv: readonly string[]): Promise<string> {
  const [first = '', second = ''] = argv
  if (first === '--help' || first === '-h') return overview(commands)
  if (first === '--version') return `${version}\n`
  const family = commands.filter(({ name }) => name.startsWith(`${first} `))
  if (family.length > 0 && (second === '--help' || second === '-h')) return overview(family)
  const command = commands.find(({ name }) => name === first || name === `${first} ${second}`)
  if (command === undefined) throw new WrongUsage(choices(family.length > 0 ? family : commands))

  const { help, json, ...options } = parse(command, argv.slice(command.name.split(' ').length))
  if (help) return helpFor(command)
  const result = await command.run(options)
  if (result === undefined) return ''
  return json ? `${JSON.stringify(result.data, null, 2)}\n` : result.text
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
    if (positionals.length > 0) throw new Error('Everything after the command is given as an option')
    for (const [name, value] of Object.entries<unknown>(values)) {
      if (value === '') throw new Error(`Option --${name} has an empty value`)
    }
    return values
  } catch (error) {
    const { message } = error as Error
    const unknown = /^Unknown option '(-[^'=]*)/.exec(message)?.[1]
    const sentence = unknown ? `There is no option ${unknown}.` : (message.split('\n')[0] ?? '')
    throw new WrongUsage(`${sentence.replace(/\.?$/, '.')} See: stemma-server ${command.name} --help`)
  }
}
