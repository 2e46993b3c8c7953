import type { Command, Option, Options } from './command.ts'
import { groupOf, helpOption, type Program } from './program.ts'

export function overview(program: Program): string {
  const { name, summary, commands, common, exitCodes, environment } = program
  return `${summary}

Usage: ${name} COMMAND [OPTIONS]

Commands:
${aligned(commands.map((command) => [command.name, command.summary]))}
Options of all commands:
${aligned([...lines({ ...common, ...helpOption }), ['--version', 'Print the version; stands alone.']])}
From the environment:
${aligned(Object.entries(environment))}
Exit codes:
${aligned(Object.entries(exitCodes))}
${name} COMMAND --help tells more of each command, with examples.
`
}

export function groupHelp(program: Program, group: string): string {
  const commands = groupOf(program, group)
  return `${program.groups[group] ?? ''}

Usage: ${program.name} ${group} COMMAND [OPTIONS]

Commands:
${aligned(commands.map((command) => [command.name, command.summary]))}
${program.name} ${group} COMMAND --help tells more of each command, with examples.
`
}

export function helpFor(program: Program, command: Command): string {
  const own = lines(command.options, command)
  const examples = command.examples ?? []
  return [
    `${command.summary}\n`,
    ...(command.more ? [`${command.more}\n`] : []),
    `Usage: ${usage(program, command)}\n`,
    ...(own.length > 0 ? [`Options:\n${aligned(own)}`] : []),
    `Options of all commands:\n${aligned(lines({ ...program.common, ...helpOption }))}`,
    ...(examples.length > 0
      ? [`Examples:\n${examples.map(([want, line]) => `  # ${want}\n  ${line}\n`).join('')}`]
      : []),
  ].join('\n')
}

export function usage({ name: program }: Program, { name, takes = [], options }: Command): string {
  const places = takes.map((one) => (options[one]?.required ? placeholder(one) : `[${placeholder(one)}]`))
  const needed = Object.entries(options)
    .filter(([one, option]) => option.required && !takes.includes(one))
    .map(([one, { value }]) => `--${one} ${value}`)
  return [program, name, ...places, ...needed, '[OPTIONS]'].join(' ')
}

/** What stands in the usage for an option that is given without its name. */
export const placeholder = (name: string) => name.toUpperCase()

/** Each option as it is typed, and what it does. */
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
    several && 'May be given more than once.',
    isPlaced && 'The name can be left out.',
  ]
    .filter(Boolean)
    .join(' ')
}

function aligned(rows: readonly (readonly [string, string])[]) {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('')
}
