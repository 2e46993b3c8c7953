/** The meaning of each exit code. */
export const exitCodes = {
  0: 'Success.',
  1: 'The server rejected the request, or the command failed.',
  2: 'Wrong usage: the command line is not valid.',
  3: 'Not signed in, or the token is not valid.',
  4: 'Not found, or you do not have access.',
  5: 'A conflict: the content changed in the meantime, or both sides changed it.',
  6: 'The server did not respond or is busy. Try again later.',
} as const

type ExitCode = keyof typeof exitCodes

/** A valid command failed; the message says what to do. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
  readonly code: ExitCode

  constructor(code: ExitCode, message: string) {
    super(message)
    this.code = code
  }
}
