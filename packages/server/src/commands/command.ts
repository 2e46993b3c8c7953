import { commandsOf, type Progress } from '@stemma/command-line'

/** The terminal, as commands see it. */
export interface Surroundings {
  readonly progress: Progress
}

export const defineCommand = commandsOf<Surroundings>()

/** The command was valid but failed. The message says what to do. */
export class CommandFailure extends Error {}
