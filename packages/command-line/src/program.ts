import { type Command, type Entry, loadCommand, type Options } from './command.ts'

/** Everything one can type after the name of a program. */
export interface Program<Context = unknown> {
  readonly name: string
  readonly summary: string
  readonly version: string
  readonly commands: readonly Entry<Context>[]
  /** What the commands are about whose names begin with the same word. */
  readonly groups: Readonly<Record<string, string>>
  /** Global options, besides `--help`. */
  readonly common: Options
  readonly exitCodes: Readonly<Record<number, string>>
  /** What it reads from the environment. */
  readonly environment: Readonly<Record<string, string>>
}

export const helpOption = { help: { summary: 'Print help; also -h.' } } as const satisfies Options

/** A program of which every command is loaded, for completion and reference. */
export interface LoadedProgram extends Omit<Program, 'commands'> {
  readonly commands: readonly Command[]
}

export async function loadProgram<Context>(program: Program<Context>): Promise<LoadedProgram> {
  const commands = await Promise.all(program.commands.map((entry) => loadCommand(entry)))
  return { ...program, commands: commands as readonly Command[] }
}

/** A program of which every command has its summary, for an overview. */
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

/** The commands of a group, or none. */
export function groupOf<One extends { readonly name: string }>({ commands }: Names<One>, word: string) {
  return commands.filter(({ name }) => name.startsWith(`${word} `))
}

/** What can stand first: commands of one word, and groups. */
export function firstWords({ commands }: Names<{ readonly name: string }>): readonly string[] {
  return [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))]
}
