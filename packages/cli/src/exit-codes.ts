/** What the exit code says to a script. */
export const exitCodes = {
  0: 'Done.',
  1: 'Refused by the server, or failed.',
  2: 'Wrong usage: the command line cannot be followed.',
  3: 'Not signed in, or the token is not valid.',
  4: 'Not found, or not to be seen by you.',
  5: 'A conflict: something changed meanwhile, or both sides changed the same.',
  6: 'No answer from the server, or it is busy: try again later.',
} as const

type ExitCode = keyof typeof exitCodes

/** The command was understood and could not be done; the message says what to do. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
  readonly code: ExitCode

  constructor(code: ExitCode, message: string) {
    super(message)
    this.code = code
  }
}
