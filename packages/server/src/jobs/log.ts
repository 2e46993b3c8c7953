type Write = (fields: object, message: string) => void

/** The log of the process. */
export interface Log {
  readonly error: Write
  readonly warn: Write
  readonly info: Write
  readonly debug: Write
}
