import type { Command } from './command.ts'

const common = [
  ['--endpoint URL', 'The server; otherwise STEMMA_ENDPOINT, otherwise the one you signed in to.'],
  ['--token TOKEN', 'A token; otherwise STEMMA_TOKEN, otherwise the one you signed in with.'],
  ['--json', 'Print the objects of the API as JSON.'],
  ['--help', 'Print this.'],
] as const

export function overview(commands: readonly Command[]): string {
  const lines = commands.map(({ name, summary }) => [name, summary] as const)
  return `The command of people who use a Stemma server.

Usage: stemma COMMAND [OPTIONS]

Commands:
${aligned(lines)}
Options of all commands:
${aligned([...common, ['--version', 'Print the version; stands alone.']])}
Exit codes: 0 done, 1 refused by the server or no answer from it, 2 wrong usage.
`
}

export function helpFor({ name, summary, options, takes = [] }: Command): string {
  const usage = ['stemma', name, ...takes.map((one) => one.toUpperCase()), '[OPTIONS]'].join(' ')
  const own = Object.entries(options).map(
    ([option, { value, summary: what }]) => [`--${option} ${value}`, what] as const,
  )
  return `${summary}

Usage: ${usage}

Options:
${aligned([...own, ...common])}`
}

function aligned(lines: readonly (readonly [string, string])[]) {
  const width = Math.max(...lines.map(([left]) => left.length))
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('')
}
