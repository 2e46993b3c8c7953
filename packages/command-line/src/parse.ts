import { parseArgs } from 'node:util'
import { type Command, type Option, type Options, WrongUsage } from './command.ts'
import { placeholder } from './help.ts'
import { nearest } from './nearest.ts'
import { helpOption, type Program } from './program.ts'

export type Parsed = Readonly<Record<string, string | boolean | readonly string[]>>

/** Errors repeat only the names of options, because other input may be a token in the wrong place. */
export function parse(program: Program, command: Command, args: readonly string[]): Parsed {
  const known: Options = { ...command.options, ...program.common, ...helpOption }
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(known).map(([name, option]) => [name, toParse(name, option)]),
      ),
    })
    const parsed = { ...values, ...placed(command, positionals) } as Parsed
    if (parsed.help === true) return parsed
    for (const [name, option] of Object.entries(known)) check(name, option, command, parsed[name])
    return parsed
  } catch (error) {
    throw new WrongUsage(`${sentenceFor(error as Error, known)} See: ${program.name} ${command.name} --help`)
  }
}

function toParse(name: string, { value, several, default: otherwise }: Option) {
  return {
    type: value === undefined ? ('boolean' as const) : ('string' as const),
    ...(several && { multiple: true }),
    ...(name === 'help' && { short: 'h' }),
    ...(otherwise !== undefined && { default: otherwise }),
  }
}

/** Assigns positional arguments to the options that they stand for. */
function placed({ takes = [], options }: Command, positionals: readonly string[]) {
  if (positionals.length > takes.length) {
    throw new Error(
      takes.length === 0
        ? 'Everything after the command is given as an option'
        : `Only ${takes.map((name) => placeholder(name)).join(' and ')} can be given without a name`,
    )
  }
  return Object.fromEntries(
    positionals.map((value, at) => {
      const name = takes[at] ?? ''
      return [name, options[name]?.several ? [value] : value]
    }),
  )
}

function check(name: string, option: Option, { takes = [] }: Command, given: Parsed[string] | undefined) {
  const { choices, required, summary } = option
  const shown = takes.includes(name) ? placeholder(name) : `--${name}`
  if (given === undefined && required) throw new Error(`Give ${shown}: ${lowerFirst(summary)}`)
  const values = [given].flat().filter((value) => typeof value === 'string')
  if (values.includes('')) throw new Error(`Option --${name} has an empty value`)
  if (choices !== undefined && !values.every((value) => choices.includes(value)))
    throw new Error(`${shown} must be one of: ${choices.join(', ')}`)
}

function sentenceFor({ message }: Error, known: Options): string {
  const unknown = /^Unknown option '(--?)([^'=]*)/.exec(message)
  if (unknown === null) return (message.split('\n')[0] ?? '').replace(/\.?$/, '.')
  const [, dashes = '', name = ''] = unknown
  const meant = nearest(name, Object.keys(known))
  return `There is no option ${dashes}${name}.${meant ? ` Did you mean --${meant}?` : ''}`
}

const lowerFirst = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1)
