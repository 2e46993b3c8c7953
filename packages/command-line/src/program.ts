import { type Command, type Entry, loadCommand, type Options } from './command.ts'

/** Everything that can be typed after the name of a program. */
export interface Program<Context = unknown> {
  readonly name: string
  readonly summary: string
  readonly version: string
  readonly commands: readonly Entry<Context>[]
  /** Descriptions of command groups, by their first word. */
  readonly groups: Readonly<Record<string, string>>
  /** Global options, besides `--help`. */
  readonly common: Options
  readonly exitCodes: Readonly<Record<number, string>>
  /** The environment variables that it reads. */
  readonly environment: Readonly<Record<string, string>>
}

export const helpOption = { help: { summary: 'Print help; also -h.' } } as const satisfies Options

/** A program with all commands loaded, for completion and reference. */
export interface LoadedProgram extends Omit<Program, 'commands'> {
  readonly commands: readonly Command[]
}

export async function loadProgram<Context>(program: Program<Context>): Promise<LoadedProgram> {
  const commands = await Promise.all(program.commands.map((entry) => loadCommand(entry)))
  return { ...program, commands: commands as readonly Command[] }
}

/** A program whose commands all have a summary, for an overview. */
export interface SummarizedProgram extends Omit<Program, 'commands'> {
  readonly commands: readonly { readonly name: string; readonly summary: string }[]
}

export async function summarized<Context>(program: Program<Context>): Promise<SummarizedProgram> {
  const commands = program.commands.map(async (entry) => {
    const { name, summary = (await loadCommand(entry)).summary } = entry
    return { name, summary }
  })
  return { ...program, commands: await Promise.all(commands) }
}

interface Names<One extends { readonly name: string }> {
  readonly commands: readonly One[]
}

/** The commands of a group; empty if there is no such group. */
export function groupOf<One extends { readonly name: string }>({ commands }: Names<One>, word: string) {
  return commands.filter(({ name }) => name.startsWith(`${word} `))
}

/** The possible first words: commands of one word, and groups. */
export function firstWords({ commands }: Names<{ readonly name: string }>): readonly string[] {
  return [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))]
}
