import { commandsOf, type Progress } from '@stemma/command-line'

/** What a command sees of the terminal. */
export interface Surroundings {
  readonly progress: Progress
}

export const defineCommand = commandsOf<Surroundings>()

/** The command was understood and could not be done; the message says what to do. */
export class CommandFailure extends Error {}
