import { type Command, loadCommand, WrongUsage } from './command.ts'
import { groupHelp, helpFor, overview } from './help.ts'
import { nearest } from './nearest.ts'
import { parse } from './parse.ts'
import { firstWords, groupOf, type Program, summarized } from './program.ts'

/** A text to print, or a command to run with its options. */
export type Understood<Context> =
  | { readonly text: string }
  | { readonly command: Command<Context>; readonly options: Readonly<Record<string, unknown>> }

/** Finds and loads the command of a command line. Throws `WrongUsage` if there is none. */
export async function understand<Context>(
  program: Program<Context>,
  argv: readonly string[],
): Promise<Understood<Context>> {
  const [first = '', second = ''] = argv
  if (first === '--version' || first === '-V') return { text: `${program.version}\n` }
  if (isHelp(first)) return { text: overview(await summarized(program)) }
  if (first === 'help') return understand(program, [...argv.slice(1, 3), '--help'])

  const entry = program.commands.find(({ name }) => name === first || name === `${first} ${second}`)
  if (entry === undefined) {
    if (isHelp(second) && groupOf(program, first).length > 0)
      return { text: groupHelp(await summarized(program), first) }
    throw unknownCommand(program, first, second)
  }
  const command = await loadCommand(entry)
  const options = parse(program, command, argv.slice(command.name.split(' ').length))
  return options.help === true ? { text: helpFor(program, command) } : { command, options }
}

const isHelp = (word: string) => word === '--help' || word === '-h'

/** The message doesn't repeat the input, which may be a token in the wrong place. */
function unknownCommand<Context>(program: Program<Context>, first: string, second: string): WrongUsage {
  const group = groupOf(program, first)
  const isGroup = group.length > 0
  const [typed, before] = isGroup ? [second, `${first} `] : [first, '']
  const words = isGroup ? group.map(({ name }) => name.slice(before.length)) : firstWords(program)
  const names = words.map((word) => before + word).join(', ')
  const see = `See: ${program.name} ${before}--help`
  if (typed === '' || typed.startsWith('-')) return new WrongUsage(`Name a command: ${names}. ${see}`)
  const meant = nearest(typed, words)
  const advice = meant ? `. Did you mean ${program.name} ${before}${meant}?` : `: name one of ${names}.`
  return new WrongUsage(`There is no such command${advice} ${see}`)
}
