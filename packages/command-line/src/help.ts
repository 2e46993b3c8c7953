import type { Command, Option, Options } from './command.ts'
import { groupOf, helpOption, type Program, type SummarizedProgram } from './program.ts'

type NamedProgram = Pick<Program, 'name' | 'common'>

export function overview(program: SummarizedProgram): string {
  const { name, summary, commands, common, exitCodes, environment } = program
  return `${summary}

Usage: ${name} COMMAND [OPTIONS]

Commands:
${aligned(commands.map((command) => [command.name, command.summary]))}
Global options:
${aligned([...lines({ ...common, ...helpOption }), ['--version', 'Print the version.']])}
Environment variables:
${aligned(Object.entries(environment))}
Exit codes:
${aligned(Object.entries(exitCodes))}
Run ${name} COMMAND --help for details and examples.
`
}

export function groupHelp(program: SummarizedProgram, group: string): string {
  const commands = groupOf(program, group)
  return `${program.groups[group] ?? ''}

Usage: ${program.name} ${group} COMMAND [OPTIONS]

Commands:
${aligned(commands.map((command) => [command.name, command.summary]))}
Run ${program.name} ${group} COMMAND --help for details and examples.
`
}

export function helpFor(program: NamedProgram, command: Command): string {
  const own = lines(command.options, command)
  const examples = command.examples ?? []
  return [
    `${command.summary}\n`,
    ...(command.more ? [`${command.more}\n`] : []),
    `Usage: ${usage(program, command)}\n`,
    ...(own.length > 0 ? [`Options:\n${aligned(own)}`] : []),
    `Global options:\n${aligned(lines({ ...program.common, ...helpOption }))}`,
    ...(examples.length > 0
      ? [`Examples:\n${examples.map(([want, line]) => `  # ${want}\n  ${line}\n`).join('')}`]
      : []),
  ].join('\n')
}

export function usage({ name: program }: NamedProgram, { name, takes = [], options }: Command): string {
  const places = takes.map((one) => (options[one]?.required ? placeholder(one) : `[${placeholder(one)}]`))
  const needed = Object.entries(options)
    .filter(([one, option]) => option.required && !takes.includes(one))
    .map(([one, { value }]) => `--${one} ${value}`)
  return [program, name, ...places, ...needed, '[OPTIONS]'].join(' ')
}

/** The placeholder of a positional argument in the usage line. */
export const placeholder = (name: string) => name.toUpperCase()

/** Each option as typed, and its description. */
export function lines(options: Options, { takes = [] }: Pick<Command, 'takes'> = {}): [string, string][] {
  return Object.entries(options).map(([name, option]) => [
    `--${name}${option.value ? ` ${option.value}` : ''}`,
    described(option, takes.includes(name)),
  ])
}

function described({ summary, choices, default: otherwise, several }: Option, isPlaced: boolean): string {
  return [
    summary,
    choices && `One of: ${choices.join(', ')}.`,
    otherwise && `Default: ${otherwise}.`,
    several && 'Can be repeated.',
    isPlaced && 'The option name can be omitted.',
  ]
    .filter(Boolean)
    .join(' ')
}

function aligned(rows: readonly (readonly [string, string])[]) {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('')
}
