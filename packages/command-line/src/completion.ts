import type { Command, Option, Options } from './command.ts'
import { bash } from './completion-bash.ts'
import { fish } from './completion-fish.ts'
import { zsh } from './completion-zsh.ts'
import { loadProgram, type Program } from './program.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** A shell script that completes commands, options and the values of options. */
export async function completion<Context>(program: Program<Context>, shell: Shell): Promise<string> {
  const loaded = await loadProgram(program)
  const commands = await Promise.all(loaded.commands.map(withSuggestions))
  return { bash, zsh, fish }[shell]({ ...loaded, commands })
}

async function withSuggestions(command: Command): Promise<Command> {
  const options = Object.entries(command.options).map(
    async ([name, { suggest, ...option }]): Promise<[string, Option]> => [
      name,
      suggest === undefined ? option : { ...option, choices: await suggest() },
    ],
  )
  return { ...command, options: Object.fromEntries(await Promise.all(options)) as Options }
}
