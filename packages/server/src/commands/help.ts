import type { Command } from './command.ts'

const common = [
  ['--json', 'Print the result as JSON.'],
  ['--help', 'Print this.'],
] as const

export function overview(commands: readonly Command[]): string {
  return `The command of people who run a Stemma server.

Usage: stemma-server COMMAND [OPTIONS]

Commands:
${aligned(commands.map(({ name, summary }) => [name, summary] as const))}
Options of all commands:
${aligned([...common, ['--version', 'Print the version; stands alone.']])}
Settings come from the environment: DATABASE_URL and those of docs/configuration.md.
Exit codes: 0 done, 1 failed, 2 wrong usage.
`
}

export function helpFor({ name, summary, argument, options }: Command): string {
  const own = Object.entries(options).map(
    ([option, { value, summary: what }]) => [`--${option}${value ? ` ${value}` : ''}`, what] as const,
  )
  return `${summary}

Usage: stemma-server ${name}${argument ? ` [${argument.value}]` : ''} [OPTIONS]

Options:
${aligned([...(argument ? [[argument.value, argument.summary] as const] : []), ...own, ...common])}`
}

function aligned(lines: readonly (readonly [string, string])[]) {
  const width = Math.max(...lines.map(([left]) => left.length))
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('')
}
