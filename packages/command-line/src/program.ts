import type { Command, Options } from './command.ts'

/** Everything one can type after the name of a program. */
export interface Program<Context = unknown> {
  readonly name: string
  readonly summary: string
  readonly version: string
  readonly commands: readonly Command<Context>[]
  /** What the commands are about whose names begin with the same word. */
  readonly groups: Readonly<Record<string, string>>
  /** Options of all commands, besides `--help`. */
  readonly common: Options
  readonly exitCodes: Readonly<Record<number, string>>
  /** What it reads from the environment. */
  readonly environment: Readonly<Record<string, string>>
}

export const helpOption = { help: { summary: 'Print this; -h does the same.' } } as const satisfies Options

/** The commands of a group, or none. */
export function groupOf<Context>({ commands }: Program<Context>, word: string): readonly Command<Context>[] {
  return commands.filter(({ name }) => name.startsWith(`${word} `))
}

/** What can stand first: commands of one word, and groups. */
export function firstWords({ commands }: Program): readonly string[] {
  return [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))]
}
